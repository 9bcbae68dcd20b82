import { waitForSenders } from '../collectiveWaits.js';
import type { PropertyGroup } from '../declaration.js';
import { nxnWait } from './formula.js';
import { nxnOperations } from './operations.js';

export const group: PropertyGroup = {
  page: 'mpi_wait_nxn',
  properties: [
    {
      name: 'mpi_wait_nxn',
      title: 'Wait at N×N',
      parent: 'mpi_collective',
      after: 'mpi_latebroadcast',
      unit: 'seconds',
      description: 'Waiting in an n-to-n operation until the last process entered it',
      waitKind: 'n-to-n',
      isNoWork: true,
      search: {
        in: 'collective operations',
        operations: nxnOperations,
        formula: nxnWait,
        betweenGroups: waitForSenders,
      },
      finding: {
        because: 'others reach an all-to-all operation (such as `MPI_Allreduce`) later',
        explanation:
          'Every process needs data of every other one here, so all wait for the last to arrive. The listed ' +
          'processes arrived early; the late ones are missing or last in the list.',
        advice:
          'Balance the work before this operation. If the result is not needed at once, use the non-blocking form ' +
          '(such as MPI_Iallreduce) and compute meanwhile, or do it less often.',
      },
    },
  ],
};
