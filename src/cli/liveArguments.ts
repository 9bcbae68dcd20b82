/** The grammar of `trimtab live …`. */
import { readWords } from './readWords.js';

export interface LiveRequest {
  readonly command: 'live';
  readonly project: string;
  readonly json: boolean;
  /** A run, by the beginning of its identifier, or the folder of its records; the newest that goes on otherwise. */
  readonly run?: string;
  /** What is asked of it; '' to be shown what it does. */
  readonly request: string;
  /** Whether it is shown once. */
  readonly once: boolean;
  /** Whether sums are by call path. */
  readonly tree: boolean;
}

export const LIVE_HELP = `  trimtab live [run]                    show ranks, functions and overhead of a running program, repeatedly
  trimtab live [run] <request>          change its measurement: function off 'relax_*' at 100; group on IO; depth 4;
                                        metric off '*'; mode mpi; run begin 100; run end 111; mode trace; mode profile;
                                        mode off; sample 500 at 100; series on; finish; abort
`;

export const LIVE_OPTIONS_HELP = `  --once               show it once and exit (live, watch)
  --tree               show sums by call path instead of functions (live)
`;

/** The words that requests begin with. */
const VERBS = ['metric', 'group', 'function', 'depth', 'sample', 'series', 'mode', 'run', 'finish', 'abort', 'get'];

const options = {
  project: { type: 'string' },
  json: { type: 'boolean' },
  once: { type: 'boolean' },
  tree: { type: 'boolean' },
} as const;

/** A word as the probe reads it: in quotes where it holds blanks. */
function quoted(word: string): string {
  if (word !== '' && !/[ "']/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}

/** @param args the words after `live` */
export function liveRequest(args: readonly string[]): LiveRequest {
  const { values, positionals } = readWords(args, options);
  const [first] = positionals;
  const namesRun = first !== undefined && !VERBS.includes(first);
  const words = namesRun ? positionals.slice(1) : positionals;
  return {
    command: 'live',
    project: values.project ?? '.',
    json: values.json === true,
    ...(namesRun ? { run: first } : {}),
    request: words.map(quoted).join(' '),
    once: values.once === true,
    tree: values.tree === true,
  };
}
