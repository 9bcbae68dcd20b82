/**
 * A process that starts or resumes a workflow run and is killed at a boundary: right after the n-th time that a step
 * began, ended or saved something. Words: project, `start` or `resume`, workflow or run, n (0: never).
 */
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { openMeasurement, programOf } from '../../../src/formats/registry.js';
import { loadConfiguration } from '../../../src/workflows/configuration/configuration.js';
import { openSurroundings, resumeRun, startRun, type WorkflowRunState } from '../../../src/workflows/runner/index.js';
import { ofLength } from '../../support/ofLength.js';

const [project, mode, wanted, boundary, probeFolder] = ofLength(process.argv.slice(2), 5);

const surroundings = openSurroundings({
  configuration: loadConfiguration(`${project}/trimtab.yaml`),
  store: new ExperimentStore(project),
  probeFolder,
  analyzeArchive: (archive, { program = programOf(archive) }) => {
    const opened = openMeasurement(archive);
    return Promise.resolve(
      opened.kind === 'profile' ? analyzeProfile(opened.profile, program) : analyzeTrace(opened.trace, { program }),
    );
  },
});

/** Progress reports of a step are no boundary. */
const standing = ({ state, steps }: WorkflowRunState): string =>
  JSON.stringify([
    state,
    steps.map(({ key, state: one, attempt, saved, outputs }) => [key, one, attempt, saved, outputs]),
  ]);

let last = '';
let boundaries = 0;
const observer = {
  signal: new AbortController().signal,
  onChange: (state: WorkflowRunState): void => {
    if (standing(state) === last) return;
    last = standing(state);
    boundaries++;
    if (boundaries === Number(boundary)) process.kill(process.pid, 'SIGKILL');
  },
};

const run = mode === 'start' ? startRun(wanted, {}, surroundings, observer) : resumeRun(wanted, surroundings, observer);
void run.ended.then(async ({ state }) => {
  await surroundings.close();
  process.stdout.write(JSON.stringify({ state: state.state, sentence: state.sentence, boundaries }));
});
