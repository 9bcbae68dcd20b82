import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../scripts/lib/stepRunner.mjs';
import type { FileResult } from '../../scripts/lib/suiteReport.mjs';
import type { Step } from '../../scripts/lib/testSteps.mjs';
import { slowest, UNSTABLE_LIMIT, verdictOf } from '../../scripts/lib/verdict.mjs';

const step = (name: string, report?: string): Step => ({
  ...{ name, title: name, command: [], limitMinutes: 1, inWorkbenchLane: false, workbench: false, programs: false },
  ...(report === undefined ? {} : { report }),
});

const file = (path: string, passed: number, failed: readonly string[], milliseconds = 0): FileResult => ({
  path,
  counts: { passed, failed: failed.length, skipped: 0 },
  milliseconds,
  failures: failed.map((name) => ({ name, error: `${name} is wrong` })),
});

const suite = (...files: FileResult[]): Outcome => ({
  step: step('unit', 'unit.json'),
  seconds: 1,
  files,
  failures: [],
});

describe('the verdict on a run', () => {
  it('counts each file as it ended, and lists tests that passed the second time', () => {
    const first = file('a.test.ts', 1, ['x', 'y']);
    const again = new Map([[first, file('a.test.ts', 2, ['y'])]]);
    const { counts, failures, unstable, passed } = verdictOf([suite(first, file('b.test.ts', 5, []))], again);
    expect(counts).toEqual({ passed: 7, failed: 1, skipped: 0 });
    expect(failures).toEqual(['unit: a.test.ts > y: y is wrong']);
    expect(unstable).toEqual([{ step: 'unit', path: 'a.test.ts', name: 'x', error: 'x is wrong' }]);
    expect(passed).toBe(false);
  });

  it('is good with a few unstable tests, and bad with more', () => {
    const of = (count: number) => {
      const first = file(
        'a.test.ts',
        0,
        Array.from({ length: count }, (_, index) => `test ${index}`),
      );
      return verdictOf([suite(first)], new Map([[first, file('a.test.ts', count, [])]]));
    };
    expect(of(UNSTABLE_LIMIT)).toMatchObject({ passed: true, counts: { passed: UNSTABLE_LIMIT, failed: 0 } });
    expect(of(UNSTABLE_LIMIT + 1).failures).toEqual(['4 tests are unstable, more than 3: find out why']);
  });

  it('is bad where a file left no second result, a check failed, or a suite ended early', () => {
    expect(verdictOf([suite(file('a.test.ts', 0, ['x']))], new Map()).passed).toBe(false);
    const check = { step: step('lint'), seconds: 1, files: [], failures: ['ended with exit code 1; see its output'] };
    expect(verdictOf([check], new Map())).toMatchObject({ passed: false, counts: { failed: 0 } });
    const early = { ...suite(file('a.test.ts', 3, [])), failures: ['ended with exit code 1 before its tests did'] };
    expect(verdictOf([early], new Map())).toMatchObject({ passed: false, counts: { passed: 3, failed: 1 } });
  });

  it('is followed by the slowest steps and files, slowest first', () => {
    const outcome = suite(file('fast.test.ts', 1, [], 1000), file('slow.test.ts', 1, [], 20_000));
    expect(slowest([outcome], 1)).toEqual([
      ...['Slowest steps', '      1.0 s  unit', 'Slowest test files', '     20.0 s  slow.test.ts'],
    ]);
  });
});
