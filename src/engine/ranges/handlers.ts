import { rangesOfSource, withGroup, withMarked, withoutMarked } from '../../measurement/ranges/marking.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { rangesFile } from './rangesHere.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled = 'rangesFile' | 'lineRanges' | 'measureLines' | 'groupLines' | 'dropLines';

/** Handlers for lines that the user chose to measure. */
export function rangeHandlers({ workspace }: Pick<EngineParts, 'workspace'>): Pick<Handlers, `trimtab/${Handled}`> {
  return {
    'trimtab/rangesFile': ({ path }) => rangesFile(path, workspace.folders) ?? null,
    'trimtab/lineRanges': (marked) => rangesOfSource(marked),
    'trimtab/measureLines': ({ lines, name, ...marked }) => ({ ranges: withMarked(marked, lines, name) }),
    'trimtab/groupLines': ({ lines, group, ...marked }) => ({ ranges: withGroup(marked, lines, group) }),
    'trimtab/dropLines': ({ lines, ...marked }) => ({ ranges: withoutMarked(marked, lines) }),
  };
}
