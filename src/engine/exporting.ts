/** Writing experiments for other tools. */
import { present } from '../base/present.js';
import { isAbsolute } from 'node:path';
import { TrimtabError } from '../base/problem.js';
import { exportForms, isExportFormat } from '../experiments/index.js';
import type { RequestHandlers } from '../protocol/requests.js';
import { exportApart } from './comparison/comparisons.js';
import type { RequestContext } from './requests/dispatch.js';
import type { EngineParts } from './parts.js';

export function exportHandlers({
  workspace,
}: EngineParts): Pick<RequestHandlers<RequestContext>, 'trimtab/exportForms' | 'trimtab/exportExperiment'> {
  return {
    'trimtab/exportForms': () =>
      Promise.resolve(
        Object.entries(exportForms).map(([to, { title, readers, ending }]) => ({
          ...{ to, title, readers },
          ...present({ ending }),
        })),
      ),
    'trimtab/exportExperiment': async ({ id, to, path }, { signal }) => {
      if (!isExportFormat(to)) throw new TrimtabError(`Experiments are not written as "${to}".`);
      if (!isAbsolute(path)) throw new TrimtabError(`Experiments are written to absolute paths, not to ${path}.`);
      const store = workspace.storeOf(id);
      return { files: await exportApart(store.get(id), { to, path, project: store.project }, { signal }) };
    },
  };
}
