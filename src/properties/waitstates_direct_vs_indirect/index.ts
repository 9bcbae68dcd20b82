import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'waitstates_direct_vs_indirect',
  properties: [
    {
      name: 'waitstates_direct_vs_indirect',
      title: 'Direct and Indirect Waiting',
      after: 'waitstates_propagating_vs_terminal',
      unit: 'seconds',
      description: 'Point-to-point waiting, divided by its cause: a delay or other waiting',
    },
    {
      name: 'mpi_wait_direct',
      title: 'Direct',
      parent: 'waitstates_direct_vs_indirect',
      unit: 'seconds',
      description: 'Point-to-point waiting caused by a delay',
    },
    {
      name: 'mpi_wait_direct_latesender',
      title: 'Late Sender',
      parent: 'mpi_wait_direct',
      unit: 'seconds',
      description: 'Late Sender caused by a delay',
    },
    {
      name: 'mpi_wait_direct_latereceiver',
      title: 'Late Receiver',
      parent: 'mpi_wait_direct',
      unit: 'seconds',
      description: 'Late Receiver caused by a delay',
    },
    {
      name: 'mpi_wait_indirect',
      title: 'Indirect',
      parent: 'waitstates_direct_vs_indirect',
      unit: 'seconds',
      description: 'Point-to-point waiting caused by other waiting',
    },
    {
      name: 'mpi_wait_indirect_latesender',
      title: 'Late Sender',
      parent: 'mpi_wait_indirect',
      unit: 'seconds',
      description: 'Late Sender caused by other waiting',
    },
    {
      name: 'mpi_wait_indirect_latereceiver',
      title: 'Late Receiver',
      parent: 'mpi_wait_indirect',
      unit: 'seconds',
      description: 'Late Receiver caused by other waiting',
    },
  ],
};
