import { jsonText } from '../../base/plainText.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { Assistants } from './assistants.js';
import { comparisonsInTurn } from './comparisonsInTurn.js';
import { predictionsInTurn } from './predicting.js';

/** Handlers for assistants in the editor, for the experiments of the window; the default is the shown one. */
export function assistantHandlers({
  workspace,
  selection,
  measurements,
  runs,
}: EngineParts): Pick<RequestHandlers<RequestContext>, 'trimtab/askAssistant'> {
  const stores = {
    stores: () => Promise.resolve(workspace.allStores),
    shown: () => selection.shown?.id,
  };
  const assistants = new Assistants(
    stores,
    comparisonsInTurn(() => ({ measurements, readsOutside: runs.isTrusted })),
    predictionsInTurn(({ hasTraceInside }) => hasTraceInside || runs.isTrusted),
  );
  return {
    'trimtab/askAssistant': async ({ tool, input }, { signal }) => ({
      text: jsonText(await assistants.answer(tool, input, signal), 0),
    }),
  };
}
