import type { RequestHandlers } from '../../protocol/requests.js';
import { globOfRegion } from '../../measurement/selection/names.js';
import { withSelection } from '../../workflows/index.js';
import type { RequestContext } from '../requests/dispatch.js';

type Handlers = RequestHandlers<RequestContext>;

/** What the engine answers about functions that a person chooses to measure or not. */
export function functionHandlers(): Pick<Handlers, 'trimtab/selectFunction'> {
  return {
    'trimtab/selectFunction': ({ text, region, choice }) => {
      const glob = globOfRegion(region);
      const edit =
        'group' in choice
          ? ({ edit: 'group', group: choice.group, glob } as const)
          : ({ edit: 'rules', rules: [{ take: choice.take, glob }] } as const);
      return { text: withSelection(text, edit) };
    },
  };
}
