import { rangesOfSource, withMarked, withoutMarked } from '../../measurement/ranges/marking.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../dispatch.js';

type Handlers = RequestHandlers<RequestContext>;

/** What the engine answers about lines that a person chooses to measure. */
export function rangeHandlers(): Pick<Handlers, 'trimtab/lineRanges' | 'trimtab/measureLines' | 'trimtab/dropLines'> {
  return {
    'trimtab/lineRanges': (marked) => rangesOfSource(marked),
    'trimtab/measureLines': ({ lines, name, ...marked }) => ({ ranges: withMarked(marked, lines, name) }),
    'trimtab/dropLines': ({ lines, ...marked }) => ({ ranges: withoutMarked(marked, lines) }),
  };
}
