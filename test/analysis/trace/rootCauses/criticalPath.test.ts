import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { EventKind } from '../../../../src/model/events.js';
import { compareWithReference } from '../../../support/conformance/compare.js';
import { factsOf } from '../../../support/conformance/traceFacts.js';
import { valuesByPath } from '../../../support/spaceValues.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

/** Two processes; both write their buffers within MPI_Finalize on request. */
function analyzed(flushing: boolean) {
  const builder = new TraceBuilder();
  const world = builder.communicator([0, 1]);
  for (const rank of [0, 1]) {
    const [writer] = builder.process();
    writer
      .enter(0, 'main')
      .enter(1, 'MPI_Init')
      .leave(2, 'MPI_Init')
      .enter(5 + rank, 'MPI_Barrier')
      .collectiveBegin(5 + rank);
    writer
      .collectiveEnd(7, world, 0)
      .leave(7, 'MPI_Barrier')
      .enter(8 + rank, 'MPI_Finalize');
    if (flushing) writer.event(EventKind.BufferFlush, 10, [11]);
    writer.leave(12, 'MPI_Finalize').leave(13, 'main');
  }
  const trace = builder.build();
  const result = analyzeTrace(trace, { program: 'test' });
  const values = valuesByPath(result.space, trace.definitions);
  return { values, facts: factsOf(trace.definitions, values, result) };
}

describe('the critical path', () => {
  test.each([false, true])(
    'ends where the last process enters MPI_Finalize; something is called within: %s',
    (flushing) => {
      const { values, facts } = analyzed(flushing);
      const path = [...(values.get('critical_path') ?? [])];
      expect(path.reduce((sum, [, seconds]) => sum + seconds, 0)).toBeCloseTo(8, 9);
      expect(path.filter(([key]) => key.includes('Finalize'))).toEqual([]);
      expect(facts.callsInFinalize).toBe(flushing);
    },
  );

  test.each([false, true])(
    'compared with one that continues within MPI_Finalize, is explained only if calls happen there: %s',
    (flushing) => {
      const { values, facts } = analyzed(flushing);
      const longer = new Map(values.get('critical_path')).set('main/MPI_Finalize\t1', 1);
      const metrics = new Map(
        [...values, ['critical_path', longer] as const].map(([name, exclusive]) => [
          name,
          { exclusive, inclusive: exclusive },
        ]),
      );
      const compared = compareWithReference(facts, { metrics, names: new Set(values.keys()) }, values);
      const path = compared.find(({ metric }) => metric === 'critical_path');
      expect(path?.causes).toEqual(flushing ? ['Calls within MPI_Finalize'] : []);
      expect(path?.unexplained).toHaveLength(flushing ? 0 : 1);
    },
  );
});
