import { present } from '../../base/present.js';
import type { ExperimentStore } from '../../experiments/index.js';
import { createTarget, type CreateOptions } from '../../targets/create.js';
import { findTarget, type TargetConfiguration } from '../../targets/description.js';
import type { Target } from '../../targets/target.js';
import type { Configuration } from '../configuration/configuration.js';
import type { AnalyzeArchive } from '../measuring/job.js';
import type { CompareExperiments, Surroundings } from '../steps/action.js';

/** Resources of a workflow run, made from its configuration. */
export interface SurroundingsOptions {
  readonly configuration: Configuration;
  readonly store: ExperimentStore;
  readonly probeFolder: string;
  readonly analyzeArchive: AnalyzeArchive;
  /** In this thread when not given. */
  readonly compare?: CompareExperiments;
  readonly silentMinute?: number;
  readonly acceptsLargeTrace?: boolean;
  /** Targets from the editor's settings; those of the configuration come first. */
  readonly settingsTargets?: readonly TargetConfiguration[];
  readonly connection?: CreateOptions['connection'];
}

/** Surroundings whose targets are connected once, and closed when the run is over. */
export interface OpenSurroundings extends Surroundings {
  /** Closes connections; jobs go on. */
  readonly close: () => Promise<void>;
}

export function openSurroundings(options: SurroundingsOptions): OpenSurroundings {
  const {
    configuration,
    store,
    probeFolder,
    analyzeArchive,
    compare,
    silentMinute,
    acceptsLargeTrace = false,
  } = options;
  const { settingsTargets = [], connection } = options;
  const open = new Map<string, Target>();
  return {
    configuration,
    store,
    probeFolder,
    analyzeArchive,
    acceptsLargeTrace,
    ...present({ compare, silentMinute }),
    targetFor: (name) => {
      const known = open.get(name);
      if (known !== undefined) return known;
      const description = findTarget(name, configuration.targets, settingsTargets);
      const target = createTarget(description, connection === undefined ? {} : { connection });
      open.set(name, target);
      return target;
    },
    close: async () => {
      await Promise.allSettled([...open.values()].map((target) => target.close()));
    },
  };
}
