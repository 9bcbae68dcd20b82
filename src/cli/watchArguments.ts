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

export const WATCH_HELP = `  trimtab watch [run]                   searches a running profile again and again: how its iterations change, why and
                                        where it loses time; what is found is kept in search.json of its records
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
