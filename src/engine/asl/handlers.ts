import { TrimtabError } from '../../base/problem.js';
import type { Experiment } from '../../experiments/index.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../dispatch.js';
import type { EngineParts } from '../parts.js';
import { evaluateApart } from './evaluation.js';

/** Evaluates properties on the experiment that is shown. */
export function propertyHandlers({
  asl,
  selection,
  workspace,
  runs,
}: EngineParts): Pick<RequestHandlers<RequestContext>, 'trimtab/evaluateProperty'> {
  const chosen = (): Experiment => {
    const id = selection.shown?.id;
    if (id === undefined)
      throw new TrimtabError('There is no experiment to evaluate on; run or open one, or select one in the list.');
    return workspace.storeOf(id).get(id);
  };
  return {
    'trimtab/evaluateProperty': async ({ uri, property }, { signal }) => {
      const experiment = chosen();
      const texts = asl.textsAround(uri);
      const result = await evaluateApart({ property, texts, readsOutside: runs.isTrusted }, experiment, { signal });
      return { property, experiment: experiment.id, name: experiment.manifest.name, ...result };
    },
  };
}
