/** The grammar of `trimtab watch …`. */
import { readWords } from './readWords.js';

export interface WatchRequest {
  readonly command: 'watch';
  readonly project: string;
  readonly json: boolean;
  /** A run, by the beginning of its identifier, or the folder of its records; the newest that goes on otherwise. */
  readonly run?: string;
  readonly once: boolean;
}

export const WATCH_HELP = `  trimtab watch [run]                   search a running profile repeatedly: how its iterations change, and why and
                                        where it loses time; stores its findings in search.json of the run
`;

const options = {
  project: { type: 'string' },
  json: { type: 'boolean' },
  once: { type: 'boolean' },
} as const;

/** @param args the words after `watch` */
export function watchRequest(args: readonly string[]): WatchRequest {
  const { values, positionals } = readWords(args, options);
  const [run] = positionals;
  return {
    command: 'watch',
    project: values.project ?? '.',
    json: values.json === true,
    ...(run === undefined ? {} : { run }),
    once: values.once === true,
  };
}
