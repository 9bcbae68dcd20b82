/** Which function does which action of `trimtab experiments`. */
import { predictions } from './predictions.js';
import { changes } from './changes.js';
import type { Context } from '../services/context.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';
import { compare, exportExperiment, prune, tagExperiments, usage } from './experimentFiles.js';
import { deleteExperiments, listExperiments, showExperiment } from './experiments.js';
import { representatives } from './representatives.js';
import { reproduceExperiment } from './reproduce.js';
import { scaling } from './scaling.js';

/** Does what was asked for. */
export async function experiments(context: Context, request: ExperimentsRequest): Promise<void> {
  switch (request.command) {
    case 'list':
      return listExperiments(context, request.project, request);
    case 'show':
      return showExperiment(context, request);
    case 'compare':
      return compare(context, request);
    case 'scaling':
      return scaling(context, request);
    case 'predictions':
      return predictions(context, request);
    case 'changes':
      return changes(context, request);
    case 'export':
      return exportExperiment(context, request);
    case 'representatives':
      return representatives(context, request);
    case 'reproduce':
      return reproduceExperiment(context, request);
    case 'prune':
      return prune(context, request);
    case 'usage':
      return usage(context, request);
    case 'tag':
      tagExperiments(context, request);
      return;
    case 'delete':
      deleteExperiments(context, request.project, request.ids);
  }
}
