/** Which function does which action of `trimtab experiments`; only its code is loaded. */
import type { Context } from '../services/context.js';
import type { ExperimentsRequest } from '../arguments/experiments.js';

/** Does what was asked for. */
export async function experiments(context: Context, request: ExperimentsRequest): Promise<void> {
  switch (request.command) {
    case 'list':
      return (await import('./experiments.js')).listExperiments(context, request.project, request);
    case 'show':
      return (await import('./experiments.js')).showExperiment(context, request);
    case 'delete':
      (await import('./experiments.js')).deleteExperiments(context, request.project, request.ids);
      return;
    case 'compare':
      return (await import('./experimentFiles.js')).compare(context, request);
    case 'export':
      return (await import('./experimentFiles.js')).exportExperiment(context, request);
    case 'prune':
      return (await import('./experimentFiles.js')).prune(context, request);
    case 'usage':
      return (await import('./experimentFiles.js')).usage(context, request);
    case 'tag':
      (await import('./experimentFiles.js')).tagExperiments(context, request);
      return;
    case 'scaling':
      return (await import('./scaling.js')).scaling(context, request);
    case 'predictions':
      return (await import('./predictions.js')).predictions(context, request);
    case 'changes':
      return (await import('./changes.js')).changes(context, request);
    case 'representatives':
      return (await import('./representatives.js')).representatives(context, request);
    case 'reproduce':
      return (await import('./reproduce.js')).reproduceExperiment(context, request);
  }
}
