/**
 * Repetitions on another target that their process left, in their scratch folders: their jobs go on there, and a later
 * process goes on with them.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { claimAlone, type ExperimentStore, release, writeAtomically } from '../experiments/index.js';
import { interruptedRuns } from './runner/index.js';
import type { Copy } from './snapshot.js';

const RECORD = 'reproduction.json';

const record = v.object({
  /** The experiment that is run again. */
  experiment: v.string(),
  /** Folder of the copied project within the scratch folder. */
  project: v.string(),
  missing: v.array(v.string()),
});

/** A repetition that can be gone on with. */
export interface LeftReproduction extends Copy {
  readonly experiment: string;
  readonly scratch: string;
}

/** Keeps what is needed to go on with a repetition, before anything of it is begun. */
export function keepReproduction(scratch: string, experiment: string, { project, missing }: Copy): void {
  const kept: v.InferInput<typeof record> = { experiment, project: relative(scratch, project), missing: [...missing] };
  writeAtomically(join(scratch, RECORD), JSON.stringify(kept));
}

function readReproduction(scratch: string): LeftReproduction | undefined {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(join(scratch, RECORD), 'utf8'));
  } catch {
    return undefined; // nothing that outlives its process was begun there
  }
  const parsed = v.safeParse(record, data);
  if (!parsed.success) return undefined;
  const { experiment, project, missing } = parsed.output;
  return { experiment, scratch, project: join(scratch, project), missing };
}

/** Whether a repetition was left in this scratch folder with its run under way. */
export function isLeft(scratch: string): boolean {
  const left = readReproduction(scratch);
  return left !== undefined && interruptedRuns(left.project).length > 0;
}

/** Repetitions in a store that no process is at. */
export function leftReproductions(store: ExperimentStore): LeftReproduction[] {
  return store.abandonedScratches().flatMap((scratch) => readReproduction(scratch) ?? []);
}

/** The repetition of an experiment that was left, as this process's own now; undefined when there is none. */
export function takeReproduction(store: ExperimentStore, experiment: string): LeftReproduction | undefined {
  return leftReproductions(store).find((left) => left.experiment === experiment && claimAlone(left.scratch));
}

/**
 * Removes the scratch folders of processes that were killed, but for those in which a later one can go on. What such a
 * process had measured is in its experiment.
 */
export async function sweepScratches(store: ExperimentStore): Promise<void> {
  for (const scratch of store.abandonedScratches()) {
    if (!claimAlone(scratch)) continue;
    const left = readReproduction(scratch);
    // Nothing can be compared with an experiment that was deleted meanwhile.
    if (left !== undefined && store.folders().includes(left.experiment)) release(scratch);
    else await rm(scratch, { recursive: true, force: true });
  }
}
