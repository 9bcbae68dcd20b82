import type { RequestHandlers } from '../../protocol/requests.js';
import { globOfRegion } from '../../measurement/selection/names.js';
import { withSelection } from '../../workflows/index.js';
import type { RequestContext } from '../requests/dispatch.js';

type Handlers = RequestHandlers<RequestContext>;

/** Handlers for functions that the user includes in or excludes from the measurement. */
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
