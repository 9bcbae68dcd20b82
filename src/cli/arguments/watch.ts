/** The declaration of `trimtab watch`. */
import { Command } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { jsonOption, onceOption, projectOption, type Submit } from './values.js';

export interface WatchRequest {
  readonly command: 'watch';
  readonly project: string;
  readonly json: boolean;
  /** A run, by the beginning of its identifier, or the folder of its records; by default, the newest that is running. */
  readonly run?: string;
  readonly once: boolean;
}

export function watchCommand(submit: Submit<WatchRequest>) {
  return new Command('watch')
    .summary('search a running program for changes and lost time')
    .description(
      'Search a running profile repeatedly: how its iterations change, and why and where it loses time. The findings are stored in search.json of the run.',
    )
    .argument('[run]', 'the run; by default, the newest that is running')
    .addOption(onceOption())
    .addOption(projectOption())
    .addOption(jsonOption())
    .action((run, { project = '.', json = false, once = false }) =>
      submit({ command: 'watch', project, json, ...present({ run }), once }),
    );
}
