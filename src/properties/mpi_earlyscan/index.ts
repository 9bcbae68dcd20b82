import { CollectiveOperation } from '../../model/events.js';
import type { PropertyGroup } from '../declaration.js';
import { earlyScan } from './formula.js';

export const group: PropertyGroup = {
  page: 'mpi_earlyscan',
  properties: [
    {
      name: 'mpi_earlyscan',
      title: 'Early Scan',
      parent: 'mpi_collective',
      unit: 'seconds',
      description: 'Waiting in a prefix reduction for processes of lower rank',
      isNoWork: true,
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Scan, CollectiveOperation.Exscan],
        formula: earlyScan,
      },
      finding: {
        explanation:
          'Each process needs the data of all lower ranks. Those listed waited for a lower rank that arrived late.',
        advice:
          'Balance the work so that low ranks are not the last, or use MPI_Iscan or MPI_Iexscan and compute meanwhile.',
      },
    },
  ],
};
