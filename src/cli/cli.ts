/** The command line as a function: words in, exit code out. */
import { plainLines } from '../base/plainText.js';
import { CancelledError, TrimtabError } from '../base/problem.js';
import { parseRequest, type PrintRequest, type Request } from './arguments/parse.js';
import { UsageError } from './arguments/usageError.js';
import type { Context } from './services/context.js';
import { version } from './services/paths.js';

/** The version is in a file, which other commands do not need. */
const asksVersion = (args: readonly string[]): boolean => args.some((word) => word === '-V' || word === '--version');

/** Exit codes of the process. */
export const ExitCode = { done: 0, failed: 1, usage: 2, cancelled: 130 } as const;

/** Loads the code of a command only when it is requested: help and completion need none. */
async function perform(request: Request | PrintRequest, context: Context): Promise<void> {
  switch (request.command) {
    case 'print':
      return context.terminal.lines([request.text]);
    case 'completion':
      return (await import('./commands/completion.js')).completion(context, request.shell);
    case 'words':
      return (await import('./commands/completion.js')).complete(context, request.before);
    case 'analyze':
      return (await import('./commands/analyze.js')).analyze(context, request);
    case 'task': {
      const { readPart, reduceParts } = await import('../engine/distributed/index.js');
      if (request.step === 'read') readPart(request.exchange, request.part);
      else await reduceParts(request.exchange);
      return;
    }
    case 'run':
      return (await import('./commands/run.js')).run(context, request);
    case 'forecast':
      return (await import('./commands/forecast.js')).forecast(context, request);
    case 'instrument':
      return (await import('./commands/instrument.js')).instrument(context, request);
    case 'ranges':
      return (await import('./commands/ranges.js')).ranges(context, request);
    case 'reduce':
      return (await import('./commands/reduce.js')).reduceRun(context, request);
    case 'selection':
      return (await import('./commands/selection.js')).selection(context, request);
    case 'targets':
      return (await import('./commands/targets.js')).targets(context, request);
    case 'asl':
      return (await import('./commands/asl.js')).asl(context, request);
    case 'whatif':
      return (await import('./commands/whatif.js')).whatIf(context, request);
    case 'efficiency':
      return (await import('./commands/efficiency.js')).efficiency(context, request);
    case 'dynamics':
      return (await import('./commands/dynamics.js')).dynamics(context, request);
    case 'iterations':
      return (await import('./commands/iterations.js')).iterations(context, request);
    case 'live':
      return (await import('./commands/live.js')).live(context, request);
    case 'watch':
      return (await import('./commands/watch.js')).watch(context, request);
    case 'mcp':
      return (await import('./mcp/mcp.js')).mcp(context, request);
    case 'picture':
      await (await import('./commands/picture.js')).picture(context, request);
      return;
    case 'api':
      return (await import('./commands/api.js')).copyApi(context, request.folder);
    case 'workflow':
      return (await import('./commands/workflow.js')).workflow(context, request);
    default:
      return (await import('./commands/experimentActions.js')).experiments(context, request);
  }
}

/**
 * Runs the command line.
 * @param args the words after `trimtab`
 * @returns the exit code; errors have been written to standard error
 */
export async function cli(args: readonly string[], context: Context): Promise<number> {
  const { terminal } = context;
  try {
    await perform(parseRequest(args, asksVersion(args) ? version() : '', terminal.width), context);
    return ExitCode.done;
  } catch (error) {
    if (error instanceof CancelledError) {
      terminal.status('Cancelled.\n');
      return ExitCode.cancelled;
    }
    if (error instanceof UsageError) {
      terminal.status(`trimtab: ${plainLines(error.message)}\nTry "${error.command} --help".\n`);
      return ExitCode.usage;
    }
    if (error instanceof TrimtabError) {
      const unsaid = terminal.unsaid(error.details ?? '');
      const details = unsaid === '' ? '' : `\n${unsaid}\n\n`;
      terminal.status(`${details}trimtab: ${plainLines(error.message)}\n`);
      return ExitCode.failed;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.status(`trimtab: This is a defect of Trimtab; please report it with the lines below.\n${text}\n`);
    return ExitCode.failed;
  }
}
