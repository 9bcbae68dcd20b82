import { CollectiveOperation } from '../../model/events.js';
import type { PropertyGroup } from '../declaration.js';
import { lateBroadcast } from './formula.js';

export const group: PropertyGroup = {
  page: 'mpi_latebroadcast',
  properties: [
    {
      name: 'mpi_latebroadcast',
      title: 'Late Broadcast',
      parent: 'mpi_collective',
      unit: 'seconds',
      description: 'Waiting in a 1-to-n operation for its root',
      waitKind: '1-to-n',
      isNoWork: true,
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Bcast, CollectiveOperation.Scatter, CollectiveOperation.Scatterv],
        formula: lateBroadcast,
      },
      finding: {
        because: 'the root of a broadcast or scatter arrives later',
        explanation: 'The processes waited for data from the root, which entered the operation later than they did.',
        advice:
          'Let the root send earlier: move its other work behind the operation, or distribute that work over all ' +
          'ranks. With the non-blocking form, the others can compute meanwhile.',
      },
    },
  ],
};
