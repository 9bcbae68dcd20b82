/** All commands, in the groups and the order of the help. */
import { Command } from '@commander-js/extra-typings';
import { adaptCommand } from './adapt.js';
import { type AnalyzeRequest, analyzeCommand, type TaskRequest, taskCommand } from './analyze.js';
import { type AslRequest, aslCommand } from './asl.js';
import { type CompletionRequest, completionCommand, wordsCommand } from './completion.js';
import { type DynamicsRequest, dynamicsCommand } from './dynamics.js';
import { type EfficiencyRequest, efficiencyCommand } from './efficiency.js';
import { type ExperimentsRequest, experimentsCommand } from './experiments.js';
import {
  type ApiRequest,
  apiCommand,
  type InstrumentRequest,
  instrumentCommand,
  type RangesRequest,
  type ReduceRequest,
} from './instrument.js';
import { type IterationsRequest, iterationsCommand } from './iterations.js';
import { type LiveRequest, liveCommand } from './live.js';
import { type McpRequest, mcpCommand } from './mcp.js';
import { type PictureRequest, pictureCommand } from './picture.js';
import { execCommand, type ForecastRequest, forecastCommand, runCommand, type RunRequest } from './run.js';
import { type SelectionRequest, selectionCommand } from './selection.js';
import { type TargetsRequest, targetsCommand } from './targets.js';
import type { Submit } from './values.js';
import { type WatchRequest, watchCommand } from './watch.js';
import { type WhatIfRequest, whatIfCommand } from './whatif.js';
import { type WorkflowRequest, workflowCommand } from './workflow.js';

/** Requests of a command line. */
export type Request =
  | AnalyzeRequest
  | ApiRequest
  | AslRequest
  | CompletionRequest
  | DynamicsRequest
  | EfficiencyRequest
  | ExperimentsRequest
  | ForecastRequest
  | InstrumentRequest
  | IterationsRequest
  | LiveRequest
  | McpRequest
  | PictureRequest
  | RangesRequest
  | ReduceRequest
  | RunRequest
  | SelectionRequest
  | TargetsRequest
  | TaskRequest
  | WatchRequest
  | WhatIfRequest
  | WorkflowRequest;

/** Text behind the help of all commands. */
const EXAMPLES = `
Examples:
  trimtab run -n 4                   measure the program of this folder
  trimtab exec -n 4 ./program        measure a program that is already built
  trimtab experiments compare a1 b2  show the changes from a1 to b2

"trimtab <command> --help" prints the options of a command. Results go to
standard output, progress to standard error. NO_COLOR turns colors off.
Exit codes: 0 success, 1 failure or a missed acceptance criterion, 2 invalid
command line, 130 canceled.`;

/** @param behind the words after `--` of `trimtab run`, for the program */
export function createProgram(submit: Submit<Request>, version: string, behind?: readonly string[]) {
  const program = new Command('trimtab')
    .description('Find out why a parallel program is slow, on its source lines.')
    .usage('<command> [arguments] [options]')
    .version(version, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES);
  program
    .commandsGroup('Measure:')
    .addCommand(runCommand(submit, behind))
    .addCommand(execCommand(submit))
    .addCommand(forecastCommand(submit))
    .addCommand(targetsCommand(submit));
  program
    .commandsGroup('Analyze:')
    .addCommand(analyzeCommand(submit))
    .addCommand(efficiencyCommand(submit))
    .addCommand(dynamicsCommand(submit))
    .addCommand(whatIfCommand(submit))
    .addCommand(iterationsCommand(submit))
    .addCommand(aslCommand(submit))
    .addCommand(pictureCommand(submit));
  program
    .commandsGroup('Instrument:')
    .addCommand(instrumentCommand(submit))
    .addCommand(adaptCommand(submit))
    .addCommand(selectionCommand(submit))
    .addCommand(apiCommand(submit));
  program.commandsGroup('Running programs:').addCommand(liveCommand(submit)).addCommand(watchCommand(submit));
  program
    .commandsGroup('Experiments and workflows:')
    .addCommand(experimentsCommand(submit))
    .addCommand(workflowCommand(submit));
  program
    .commandsGroup('Tools:')
    .addCommand(mcpCommand(submit))
    .addCommand(completionCommand(submit))
    .helpCommand('help [command]', 'print the help of a command');
  return program.addCommand(taskCommand(submit), { hidden: true }).addCommand(wordsCommand(submit), { hidden: true });
}
