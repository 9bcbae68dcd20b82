/** Predicted run times without communication, compared with the ideal run time R* of the POP efficiencies. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMpi, marked } from '../../../src/analysis/efficiency/classes.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { exclusive } from '../../../src/analysis/trace/severities/space.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import { scenarioPaths } from '../../../src/analysis/whatIf/targets.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const network: Scenario = { kind: 'network' };

/** The run times, and the reasons for which they differ. */
function compared(example: string) {
  const trace = openArchive(join(EXAMPLES, example, 'recorded'));
  const found = analyzeTrace(trace, { program: example, replay: true });
  const { runTime, predictions } = predictRunTimes(trace, found, { scenarios: [network] });
  const { space, report } = found;
  const { callPath, value } = exclusive(space, 'critical_path');
  const communicating = scenarioPaths(network, space, trace.definitions);
  const mpi = marked(space.callTree, trace.definitions, isMpi);
  const sum = (isCounted: (path: number) => boolean): number =>
    value.reduce((seconds, one, entry) => (isCounted(callPath[entry] ?? -1) ? seconds + one : seconds), 0);
  const communication = sum((path) => communicating[path] === 1);
  const predicted = predictions[0]?.runTime ?? Number.NaN;
  return {
    predicted,
    ideal: report.efficiency?.idealTime ?? Number.NaN,
    /** MPI functions on the critical path that do not communicate. */
    management: sum((path) => mpi[path] === 1 && communicating[path] !== 1),
    /** Run time that is not on the critical path. */
    outside: runTime - sum(() => true),
    /** By how much another path is longer than the measured one without its communication. */
    longerPath: predicted - (runTime - communication),
  };
}

describe('the run time without communication', () => {
  it.each(['pingpong', 'hybrid', 'jacobi-openmp'])(
    'of %s differs from R* by known parts, on the same path',
    (example) => {
      const { predicted, ideal, management, outside, longerPath } = compared(example);
      expect(predicted - ideal).toBeCloseTo(management + outside, 9);
      expect(longerPath).toBeCloseTo(0, 9);
    },
  );

  it.each([
    ['sweep-mpi', 0.357],
    ['heat2d-mpi', 0.016],
  ])('of %s has another critical path, which R* does not contain', (example, longer) => {
    const { predicted, ideal, management, outside, longerPath } = compared(example);
    expect(predicted - ideal).toBeCloseTo(management + outside + longerPath, 9);
    expect(longerPath).toBeCloseTo(longer, 3);
  });
});
