/** Traces that contain only the representative iterations. */
import { present } from '../base/present.js';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptRepresentatives } from '../analysis/similarity/keep.js';
import { TrimtabError } from '../base/problem.js';
import type { Experiment } from '../experiments/store/experiment.js';
import type { ExperimentStore } from '../experiments/store/store.js';
import type { RequestHandlers } from '../protocol/requests.js';
import type { AnalyzeArchive } from '../workflows/index.js';
import { analyzeArchive } from './analysis/analyzeArchive.js';
import type { RequestContext } from './requests/dispatch.js';
import type { EngineParts } from './parts.js';

/** Default folder of such a trace in an experiment. */
const FOLDER = 'representatives';

export interface KeepOptions {
  readonly analyzeArchive: AnalyzeArchive;
  /**
   * Absolute path of a folder to create. If omitted, it is in the experiment's own folder and replaces an earlier one.
   */
  readonly folder?: string;
  /** Iterations at most. */
  readonly most?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number, message: string) => void;
}

/**
 * Writes the trace of an experiment's representatives; the experiment is unchanged. @throws TrimtabError if that is
 * impossible
 */
export async function representativesOf(
  { id, archive, folder: own, manifest }: Experiment,
  { analyzeArchive: analyze, folder, most, signal, onProgress }: KeepOptions,
): Promise<KeptRepresentatives> {
  if (archive === undefined || !existsSync(archive))
    throw new TrimtabError(`Experiment ${id} has no trace, of which iterations could be kept.`);
  const made = folder ?? join(own, FOLDER);
  if (folder === undefined) rmSync(made, { recursive: true, force: true });
  const { dynamics } = await analyze(archive, {
    program: manifest.program,
    dynamics: { keep: { archive, folder: made, ...present({ most }) } },
    ...present({ signal, onProgress }),
  });
  if (dynamics?.kept === undefined)
    throw new TrimtabError(`Experiment ${id} was measured as a profile, which has no events of iterations to keep.`);
  return dynamics.kept;
}

/** Removes the trace that representatives were kept of. @throws TrimtabError where it is not the experiment's own */
export function removeOriginal(store: ExperimentStore, id: string): void {
  const experiment = store.get(id);
  if (!experiment.hasTraceInside)
    throw new TrimtabError(
      `The trace of experiment ${id} is outside of its folder, at ${experiment.archive ?? 'an unknown location'}: it is not removed.`,
    );
  store.dropTrace(id);
}

export function representativeHandlers({
  workspace,
  selection,
  announcer,
}: EngineParts): Pick<RequestHandlers<RequestContext>, 'trimtab/keepRepresentatives' | 'trimtab/dropTrace'> {
  return {
    'trimtab/keepRepresentatives': async ({ id }, { signal }) => {
      const experiment = workspace.storeOf(id).get(id);
      const kept = await representativesOf(experiment, { analyzeArchive, signal });
      const { archive, iterations, of, events, eventsBefore, bytes, limits } = kept;
      const isOwn = experiment.hasTraceInside;
      return { archive, iterations: iterations.length, of, events, eventsBefore, bytes, limits, isOwn };
    },
    'trimtab/dropTrace': ({ id }) => {
      removeOriginal(workspace.storeOf(id), id);
      selection.reload();
      announcer.selectionChanged(selection.selected);
      return null;
    },
  };
}
