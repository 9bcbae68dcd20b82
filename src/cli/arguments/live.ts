/** The declaration of `trimtab live`. */
import { Command } from '@commander-js/extra-typings';
import { jsonOption, onceOption, projectOption, type Submit } from './values.js';

export interface LiveRequest {
  readonly command: 'live';
  readonly project: string;
  readonly json: boolean;
  /** A run, by the beginning of its identifier, or the folder of its records; by default, the newest that is running. */
  readonly run?: string;
  /** The change of the measurement; '' to show its state. */
  readonly request: string;
  /** Whether it is shown once. */
  readonly once: boolean;
  /** Whether sums are by call path. */
  readonly tree: boolean;
}

/** The words that requests begin with. */
const VERBS = ['metric', 'group', 'function', 'depth', 'sample', 'series', 'mode', 'run', 'finish', 'abort', 'get'];

export function liveCommand(submit: Submit<LiveRequest>) {
  return new Command('live')
    .summary('show or change the measurement of a running program')
    .description(
      `Show ranks, functions and overhead of a running program, repeatedly; or change its measurement. Requests: function off 'relax_*' at 100; group on IO; depth 4; metric off '*'; mode mpi, trace, profile or off; run begin 100; run end 111; sample 500 at 100; series on; finish; abort.`,
    )
    .argument('[run]', 'the run; by default, the newest that is running')
    .argument('[request...]', 'a change of the measurement')
    .addOption(onceOption())
    .option('--tree', 'show sums by call path instead of functions')
    .addOption(projectOption())
    .addOption(jsonOption())
    .action((first, rest, { project = '.', json = false, once = false, tree = false }) => {
      const namesRun = first !== undefined && !VERBS.includes(first);
      const words = namesRun || first === undefined ? rest : [first, ...rest];
      const request = words.map(quoted).join(' ');
      submit({ command: 'live', project, json, ...(namesRun ? { run: first } : {}), request, once, tree });
    });
}

/** A word as the probe reads it: in quotes if it contains blanks. */
function quoted(word: string): string {
  if (word !== '' && !/[ "']/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}
