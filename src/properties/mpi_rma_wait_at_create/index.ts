import type { PropertyGroup } from '../declaration.js';
import { barrierWait } from '../mpi_barrier_wait/formula.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_wait_at_create',
  properties: [
    {
      name: 'mpi_rma_wait_at_create',
      title: 'Wait at Window Create',
      parent: 'mpi_mgmt_win',
      unit: 'seconds',
      description: 'Waiting in the creation of a window until the last process entered it',
      isNoWork: true,
      search: { in: 'window creations', formula: barrierWait },
      finding: {
        explanation: 'The processes created the window at different times; those listed waited for the last one.',
        advice: 'Create windows once, at the start, and balance the work before that.',
      },
    },
  ],
};
