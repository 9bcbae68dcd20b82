/**
 * A process that runs an experiment again and is killed when it comes to a stage. Words: project, experiment, stage,
 * folder of the probe.
 */
import { programOf } from '../../src/formats/registry.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { ofLength } from '../support/ofLength.js';

const [project, experiment, last, probeFolder] = ofLength(process.argv.slice(2), 4);

void reproduce({
  store: new ExperimentStore(project),
  experiment,
  probeFolder,
  analyzeArchive: (archive, { program = programOf(archive) }) =>
    Promise.resolve(analyzeTrace(openArchive(archive), { program })),
  onProgress: (stage) => {
    if (stage === last) process.kill(process.pid, 'SIGKILL');
  },
});
