import { ExperimentStore } from '../../experiments/store/store.js';
import { projectFor } from './project.js';

/** The experiments of the project that is meant in a folder. */
export const storeFor = (folder: string): ExperimentStore => new ExperimentStore(projectFor(folder));
