import { CollectiveOperation } from '../../model/events.js';
import { completionOfReceivers } from '../collectiveWaits.js';
import type { PropertyGroup } from '../declaration.js';
import { barrierCompletion } from './formula.js';

export const group: PropertyGroup = {
  page: 'mpi_barrier_completion',
  properties: [
    {
      name: 'mpi_barrier_completion',
      title: 'Barrier Completion',
      parent: 'mpi_sync_collective',
      after: 'mpi_barrier_wait',
      unit: 'seconds',
      description: 'Time in a barrier after the first process left it',
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Barrier],
        formula: barrierCompletion,
        betweenGroups: completionOfReceivers,
      },
      finding: {
        explanation:
          'Processes left the barrier later than the first one, after all had entered it. This is the cost of the ' +
          'barrier itself, or of processes that were not running at that moment.',
        advice: 'Use fewer barriers. If the time is large, check that no node runs more processes than it has cores.',
      },
    },
  ],
};
