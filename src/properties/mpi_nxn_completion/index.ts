import { completionOfReceivers } from '../collectiveWaits.js';
import type { PropertyGroup } from '../declaration.js';
import { nxnOperations } from '../mpi_wait_nxn/operations.js';
import { nxnCompletion } from './formula.js';

export const group: PropertyGroup = {
  page: 'mpi_nxn_completion',
  properties: [
    {
      name: 'mpi_nxn_completion',
      title: 'N×N Completion',
      parent: 'mpi_collective',
      unit: 'seconds',
      description: 'Time in an n-to-n operation after the first process left it',
      search: {
        in: 'collective operations',
        operations: nxnOperations,
        formula: nxnCompletion,
        betweenGroups: completionOfReceivers,
      },
      finding: {
        explanation:
          'Processes left the operation later than the first one, after all had entered it. This is the cost of ' +
          'the last part of the operation.',
        advice:
          'Combine several small operations into one, or check that no node runs more processes than it has cores.',
      },
    },
  ],
};
