import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'waitstates_propagating_vs_terminal',
  properties: [
    {
      name: 'waitstates_propagating_vs_terminal',
      title: 'Propagating and Terminal Waiting',
      after: 'delay',
      unit: 'seconds',
      description: 'Point-to-point waiting, divided by its effect on other waiting',
    },
    {
      name: 'mpi_wait_propagating',
      title: 'Propagating',
      parent: 'waitstates_propagating_vs_terminal',
      unit: 'seconds',
      description: 'Point-to-point waiting that causes other waiting',
    },
    {
      name: 'mpi_wait_propagating_ls',
      title: 'Late Sender',
      parent: 'mpi_wait_propagating',
      unit: 'seconds',
      description: 'Late Sender that causes other waiting',
      ofWholeRun: true,
    },
    {
      name: 'mpi_wait_propagating_lr',
      title: 'Late Receiver',
      parent: 'mpi_wait_propagating',
      unit: 'seconds',
      description: 'Late Receiver that causes other waiting',
      ofWholeRun: true,
    },
    {
      name: 'mpi_wait_terminal',
      title: 'Terminal',
      parent: 'waitstates_propagating_vs_terminal',
      unit: 'seconds',
      description: 'Point-to-point waiting that causes no other waiting',
    },
    {
      name: 'mpi_wait_terminal_ls',
      title: 'Late Sender',
      parent: 'mpi_wait_terminal',
      unit: 'seconds',
      description: 'Late Sender that causes no other waiting',
      ofWholeRun: true,
    },
    {
      name: 'mpi_wait_terminal_lr',
      title: 'Late Receiver',
      parent: 'mpi_wait_terminal',
      unit: 'seconds',
      description: 'Late Receiver that causes no other waiting',
      ofWholeRun: true,
    },
  ],
};
