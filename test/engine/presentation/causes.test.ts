import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { causeText, worstCauses } from '../../../src/engine/presentation/causes.js';
import type { RootCause } from '../../../src/model/findings/findings.js';
import { sampleReport } from '../../experiments/support.js';

const report = sampleReport();
const finding = elementAt(report.findings, 0);

function cause(caller: string, line: number, seconds: number, location: number): RootCause {
  return {
    region: 'work',
    callPath: [{ region: caller }, { region: 'work' }],
    place: { file: 'main.c', line },
    seconds,
    share: seconds / 10,
    locations: [{ location, name: `MPI Rank ${location}`, seconds }],
  };
}

describe('announced causes', () => {
  it('are one where they name the same line', () => {
    const causes = worstCauses({
      ...finding,
      rootCauses: [cause('a', 1, 4, 0), cause('b', 2, 3, 0), cause('c', 1, 2, 1)],
    });
    expect(causes.map((each) => causeText(each, report))).toEqual([
      'work (main.c:1) on ranks 0, 1, 60.0 % of this wait',
      'work (main.c:2) on rank 0, 30.0 % of this wait',
    ]);
    expect(causes[0]?.callPath[0]?.region).toBe('a');
  });
});
