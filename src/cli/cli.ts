/** The command line as a function: words in, exit code out. */
import { readPart, reduceParts } from '../engine/distributed/index.js';
import { plainLines } from '../base/plainText.js';
import { CancelledError, TrimtabError } from '../base/problem.js';
import { analyze, run } from './analyze.js';
import { copyApi } from './api.js';
import { asl } from './asl.js';
import { parseRequest, UsageError, type Request } from './arguments.js';
import type { Context } from './context.js';
import { experiments } from './experimentActions.js';
import { forecast } from './forecast.js';
import { helpText } from './help.js';
import { instrument } from './instrument.js';
import { efficiency } from './efficiency.js';
import { dynamics } from './dynamics.js';
import { iterations } from './iterations.js';
import { live } from './live.js';
import { watch } from './watch.js';
import { mcp } from './mcp/mcp.js';
import { version } from './paths.js';
import { picture } from './picture.js';
import { ranges } from './ranges.js';
import { reduceRun } from './reduce.js';
import { selection } from './selection.js';
import { targets } from './targets.js';
import { workflow } from './workflow.js';

/** What the process ends with. */
export const ExitCode = { done: 0, failed: 1, usage: 2, cancelled: 130 } as const;

async function perform(request: Request, context: Context): Promise<void> {
  switch (request.command) {
    case 'help':
      return context.terminal.lines([helpText(request.about)]);
    case 'version':
      return context.terminal.lines([version()]);
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
 * Does what the words after `trimtab` ask for.
 * @returns the exit code; everything that goes wrong has been told on standard error
 */
export async function cli(args: readonly string[], context: Context): Promise<number> {
  const { terminal } = context;
  try {
    await perform(parseRequest(args), context);
    return ExitCode.done;
  } catch (error) {
    if (error instanceof CancelledError) {
      terminal.status('Cancelled.\n');
      return ExitCode.cancelled;
    }
    if (error instanceof UsageError) {
      terminal.status(`trimtab: ${plainLines(error.message)}\nTry "trimtab --help".\n`);
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
