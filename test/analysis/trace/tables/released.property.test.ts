import fc from 'fast-check';
import { test, vi } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { aloneIn } from '../../../../src/analysis/trace/parallel/index.js';
import { Arena } from '../../../../src/analysis/trace/tables/arena.js';
import { OWN_MEMORY, type Memory } from '../../../../src/analysis/trace/tables/memory.js';
import type * as releasing from '../../../../src/analysis/trace/tables/release.js';
import { drifted } from '../../../support/drift.js';
import { expectSame } from '../../../support/expectSame.js';
import { rounds } from '../../../support/matrix.js';
import { schedules } from '../../../support/schedule.js';
import { execute } from '../../../support/simulator.js';

/** Released memory is overwritten at once, so that later reads return nonsense. */
vi.mock('../../../../src/analysis/trace/tables/release.js', async (importOriginal) => {
  const original = await importOriginal<typeof releasing>();
  const release = (...columns: readonly releasing.Column[]): void => {
    for (const { buffer, byteOffset, byteLength } of columns) new Uint8Array(buffer, byteOffset, byteLength).fill(0xa5);
    original.release(...columns);
  };
  return { ...original, release };
});

const BLOCK = 1 << 16;

test('nothing reads released memory: results are the same in memory that is reused at once', () => {
  fc.assert(
    fc.property(schedules, fc.boolean(), (schedule, drifts) => {
      const { builder } = execute(schedule);
      const found = (memory: Memory): unknown => {
        // Clocks that disagree have all read a second time.
        const wrong = (location: number) => (time: number) => time + (drifts ? location / 64 : 0);
        const trace = drifted(builder.build(), wrong);
        const { space, report } = analyzeTrace(trace, { program: 'generated', crew: aloneIn(memory) });
        return { report, severities: [...space.severities], tree: space.callTree };
      };
      expectSame(found(new Arena(0, BLOCK)), found(OWN_MEMORY));
    }),
    { numRuns: rounds(40, 500) },
  );
});
