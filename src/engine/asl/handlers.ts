import { shippedTexts } from '../../asl/library.js';
import { ownTexts } from '../../asl/ownTexts.js';
import { TrimtabError } from '../../base/problem.js';
import type { Experiment } from '../../experiments/index.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { evaluateApart } from './evaluation.js';
import { ownPage } from './ownPage.js';

/** Evaluates properties on the experiment that is shown. */
export function propertyHandlers({
  asl,
  selection,
  workspace,
  runs,
}: EngineParts): Pick<RequestHandlers<RequestContext>, 'trimtab/evaluateProperty' | 'trimtab/ownPropertyPage'> {
  const chosen = (): Experiment => {
    const id = selection.shown?.id;
    if (id === undefined)
      throw new TrimtabError('There is no experiment to evaluate on; run or open one, or select one in the list.');
    return workspace.storeOf(id).get(id);
  };
  return {
    'trimtab/ownPropertyPage': ({ property }) => {
      const id = selection.shown?.id;
      const own = id === undefined ? [] : ownTexts(workspace.storeOf(id).project);
      const page = ownPage(property, [...own, ...shippedTexts()]);
      return page === undefined ? null : { markdown: page.toString() };
    },
    'trimtab/evaluateProperty': async ({ uri, property }, { signal }) => {
      const experiment = chosen();
      const texts = asl.textsAround(uri);
      const result = await evaluateApart({ property, texts, readsOutside: runs.isTrusted }, experiment, { signal });
      return { property, experiment: experiment.id, name: experiment.manifest.name, ...result };
    },
  };
}
