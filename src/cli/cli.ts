/** The command line as a function: words in, exit code out. */
import { readPart, reduceParts } from '../engine/distributed/index.js';
import { plainLines } from '../base/plainText.js';
import { CancelledError, TrimtabError } from '../base/problem.js';
import { analyze, run } from './commands/analyze.js';
import { copyApi } from './commands/api.js';
import { asl } from './commands/asl.js';
import { parseRequest, type PrintRequest, type Request } from './arguments/parse.js';
import { UsageError } from './arguments/usageError.js';
import { complete, completion } from './commands/completion.js';
import type { Context } from './services/context.js';
import { experiments } from './commands/experimentActions.js';
import { forecast } from './commands/forecast.js';
import { instrument } from './commands/instrument.js';
import { efficiency } from './commands/efficiency.js';
import { dynamics } from './commands/dynamics.js';
import { iterations } from './commands/iterations.js';
import { live } from './commands/live.js';
import { watch } from './commands/watch.js';
import { mcp } from './mcp/mcp.js';
import { version } from './services/paths.js';
import { picture } from './commands/picture.js';
import { ranges } from './commands/ranges.js';
import { reduceRun } from './commands/reduce.js';
import { selection } from './commands/selection.js';
import { targets } from './commands/targets.js';
import { whatIf } from './commands/whatif.js';
import { workflow } from './commands/workflow.js';

/** The version is in a file, which other commands do not need. */
const asksVersion = (args: readonly string[]): boolean => args.some((word) => word === '-V' || word === '--version');

/** Exit codes of the process. */
export const ExitCode = { done: 0, failed: 1, usage: 2, cancelled: 130 } as const;

async function perform(request: Request | PrintRequest, context: Context): Promise<void> {
  switch (request.command) {
    case 'print':
      return context.terminal.lines([request.text]);
    case 'completion':
      return completion(context, request.shell);
    case 'words':
      return complete(context, request.before);
    case 'analyze':
      return analyze(context, request);
    case 'task':
      if (request.step === 'read') readPart(request.exchange, request.part);
      else await reduceParts(request.exchange);
      return;
    case 'run':
      return run(context, request);
    case 'forecast':
      return forecast(context, request);
    case 'instrument':
      return instrument(context, request);
    case 'ranges':
      return ranges(context, request);
    case 'reduce':
      return reduceRun(context, request);
    case 'selection':
      return selection(context, request);
    case 'targets':
      return targets(context, request);
    case 'asl':
      return asl(context, request);
    case 'whatif':
      return whatIf(context, request);
    case 'efficiency':
      return efficiency(context, request);
    case 'dynamics':
      return dynamics(context, request);
    case 'iterations':
      return iterations(context, request);
    case 'live':
      return live(context, request);
    case 'watch':
      return watch(context, request);
    case 'mcp':
      return mcp(context, request);
    case 'picture':
      await picture(context, request);
      return;
    case 'api':
      return copyApi(context, request.folder);
    case 'workflow':
      return workflow(context, request);
    default:
      return experiments(context, request);
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
