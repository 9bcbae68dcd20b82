import type { PropertyGroup } from '../declaration.js';
import { barrierWait } from '../mpi_barrier_wait/formula.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_wait_at_free',
  properties: [
    {
      name: 'mpi_rma_wait_at_free',
      title: 'Wait at Window Free',
      parent: 'mpi_mgmt_win',
      unit: 'seconds',
      description: 'Waiting in the release of a window until the last process entered it',
      isNoWork: true,
      search: { in: 'window releases', formula: barrierWait },
      finding: {
        explanation: 'The processes released the window at different times; those listed waited for the last one.',
        advice: 'Release windows at the end of the program, and balance the work before that.',
      },
    },
  ],
};
