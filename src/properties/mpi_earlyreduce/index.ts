import { CollectiveOperation } from '../../model/events.js';
import type { PropertyGroup } from '../declaration.js';
import { earlyReduce } from './formula.js';

export const group: PropertyGroup = {
  page: 'mpi_earlyreduce',
  properties: [
    {
      name: 'mpi_earlyreduce',
      title: 'Early Reduce',
      parent: 'mpi_collective',
      unit: 'seconds',
      description: 'Root of an n-to-1 operation waiting for the last sender',
      waitKind: 'n-to-1',
      isNoWork: true,
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Reduce, CollectiveOperation.Gather, CollectiveOperation.Gatherv],
        formula: earlyReduce,
      },
      finding: {
        because: 'it is the root of a reduction or gather and arrives before the others',
        explanation:
          'The root entered the operation before the others had their data ready, and waited for the last of them.',
        advice:
          'Give the root other work to do first, or balance the work of the senders. With the non-blocking form, ' +
          'the root can continue.',
      },
    },
  ],
};
