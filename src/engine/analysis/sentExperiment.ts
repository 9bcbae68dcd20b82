import type { Experiment, Manifest } from '../../experiments/index.js';

/** An experiment on its way to another thread. */
export interface SentExperiment {
  readonly folder: string;
  readonly manifest: Manifest;
}

export const sent = ({ folder, manifest }: Experiment): SentExperiment => ({ folder, manifest });
