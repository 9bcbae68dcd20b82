import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, total } from '../../../../src/analysis/trace/index.js';
import { specifiedDelays } from '../../../support/delaySpecification.js';
import { type Schedule, schedules } from '../../../support/schedule.js';
import { violatedCauses } from '../../../support/causeInvariants.js';
import { execute } from '../../../support/simulator.js';
import { differences, valuesByPath } from '../../../support/spaceValues.js';
import { rounds } from '../../../support/matrix.js';

const RUNS = { numRuns: rounds(35, 1000) };

const specified = [
  'delay_latesender',
  'delay_latesender_longterm',
  'delay_latereceiver',
  'delay_latereceiver_longterm',
  'mpi_wait_direct_latesender',
  'mpi_wait_direct_latereceiver',
  'mpi_wait_indirect_latesender',
  'mpi_wait_indirect_latereceiver',
  'mpi_wait_propagating_ls',
  'mpi_wait_propagating_lr',
  'mpi_wait_terminal_ls',
  'mpi_wait_terminal_lr',
];

/** Programs of messages only, in which nothing is received before it is sent: the simulated exchanges do that. */
const messagesOnly: fc.Arbitrary<Schedule> = schedules.map((schedule) => ({
  ...schedule,
  steps: schedule.steps.filter(({ kind }) => kind !== 'collective' && kind !== 'exchange'),
}));

describe('delays of generated programs', () => {
  test('are those of the definitions', () => {
    fc.assert(
      fc.property(messagesOnly, (schedule) => {
        const execution = execute(schedule);
        const trace = execution.builder.build();
        const values = valuesByPath(
          analyzeTrace(trace, { program: 'generated', correctClocks: false }).space,
          trace.definitions,
        );
        const expected = specifiedDelays(execution);
        for (const metric of specified)
          expect(differences(values.get(metric), expected.get(metric)), metric).toEqual([]);
      }),
      RUNS,
    );
  });

  test('cost the waiting there is', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const result = analyzeTrace(execute(schedule).builder.build(), { program: 'generated', correctClocks: false });
        expect(violatedCauses(result)).toEqual([]);
        const { space } = result;
        const waited = (...metrics: string[]): number => metrics.reduce((sum, metric) => sum + total(space, metric), 0);
        const messages = waited('mpi_latesender', 'mpi_latereceiver');
        expect(total(space, 'waitstates_direct_vs_indirect')).toBeCloseTo(messages, 8);
        expect(total(space, 'waitstates_propagating_vs_terminal')).toBeCloseTo(messages, 8);
      }),
      RUNS,
    );
  });
});
