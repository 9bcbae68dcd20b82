/**
 * Repetitions on another target that their process left, in their scratch folders: their jobs continue there, and a
 * later process resumes them.
 */
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { claimAlone, type ExperimentStore, fits, release, type Sealed, sealOf } from '../../experiments/index.js';
import { readText, writeAtomically } from '../../base/files/index.js';
import { interruptedRuns } from '../runner/index.js';
import type { Copy } from '../provenance/snapshot.js';

const RECORD = 'reproduction.json';
/** Bytes; it lists what could not be brought back. */
const LARGEST = 8 << 20;

const record = v.object({
  /** The experiment that is run again. */
  experiment: v.string(),
  /** Folder of the copied project within the scratch folder. */
  project: v.string(),
  missing: v.array(v.string()),
  /** By which this user is known to have begun it here. */
  seal: v.optional(v.string(), ''),
});

type Kept = Omit<v.InferOutput<typeof record>, 'seal'>;

/** A repetition that can be resumed. */
export interface LeftReproduction extends Copy {
  readonly experiment: string;
  readonly scratch: string;
  /** Whether this user started it on this machine: only then is it resumed. */
  readonly own: boolean;
}

/** Keeps what is needed to go on with a repetition, before anything of it is begun. */
export function keepReproduction(scratch: string, experiment: string, { project, missing }: Copy): void {
  const kept: Kept = { experiment, project: relative(scratch, project), missing: [...missing] };
  writeAtomically(join(scratch, RECORD), JSON.stringify({ ...kept, seal: sealOf(sealed(scratch, kept)) }));
}

function sealed(scratch: string, { experiment, project, missing }: Kept): Sealed {
  return { kind: 'reproduction', folder: scratch, parts: [experiment, project, ...missing] };
}

function readReproduction(scratch: string): LeftReproduction | undefined {
  let data: unknown;
  try {
    data = JSON.parse(readText(join(scratch, RECORD), { limit: LARGEST }));
  } catch {
    return undefined; // nothing that outlives its process was begun there
  }
  const parsed = v.safeParse(record, data);
  if (!parsed.success) return undefined;
  const { seal, ...kept } = parsed.output;
  const { experiment, project, missing } = kept;
  return { experiment, scratch, project: join(scratch, project), missing, own: fits(seal, sealed(scratch, kept)) };
}

/** Whether a repetition of this user was left in this scratch folder with its run under way. */
export function isLeft(scratch: string): boolean {
  const left = readReproduction(scratch);
  return left?.own === true && interruptedRuns(left.project).length > 0;
}

/** Repetitions in a store that this user began here and that no process is at. */
export function leftReproductions(store: ExperimentStore): LeftReproduction[] {
  return store
    .abandonedScratches()
    .flatMap((scratch) => readReproduction(scratch) ?? [])
    .filter(({ own }) => own);
}

/** The repetition of an experiment that was left, as this process's own now; undefined when there is none. */
export function takeReproduction(store: ExperimentStore, experiment: string): LeftReproduction | undefined {
  return leftReproductions(store).find((left) => left.experiment === experiment && claimAlone(left.scratch));
}

/**
 * Removes the scratch folders of killed processes, except those that a later process can resume. Measurements of such a
 * process are in its experiment.
 */
export async function sweepScratches(store: ExperimentStore): Promise<void> {
  store.sweep();
  for (const scratch of store.abandonedScratches()) {
    if (!claimAlone(scratch)) continue;
    const left = readReproduction(scratch);
    // Another person's may go on too, by their hand. Nothing can be compared with an experiment that was deleted meanwhile.
    if (left !== undefined && store.folders().includes(left.experiment)) release(scratch);
    else await rm(scratch, { recursive: true, force: true });
  }
}
