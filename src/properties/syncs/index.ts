import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  properties: [
    {
      name: 'syncs',
      title: 'Synchronizations',
      after: 'visits',
      unit: 'count',
      description: 'MPI operations that transfer no data',
    },
    {
      name: 'syncs_p2p',
      title: 'Point-to-Point',
      parent: 'syncs',
      unit: 'count',
      description: 'Point-to-point operations without data',
    },
    {
      name: 'syncs_send',
      title: 'Sends',
      parent: 'syncs_p2p',
      unit: 'count',
      description: 'Sends without data',
    },
    {
      name: 'mpi_slr_count',
      title: 'Late Receivers',
      parent: 'syncs_send',
      unit: 'count',
      description: 'Sends without data that wait for their receiver',
    },
    {
      name: 'syncs_recv',
      title: 'Receives',
      parent: 'syncs_p2p',
      unit: 'count',
      description: 'Receives without data',
    },
    {
      name: 'mpi_sls_count',
      title: 'Late Senders',
      parent: 'syncs_recv',
      unit: 'count',
      description: 'Receives without data that wait for their sender',
    },
    {
      name: 'mpi_slswo_count',
      title: 'Wrong Order',
      parent: 'mpi_sls_count',
      unit: 'count',
      description: 'Receives without data that wait because of the message order',
    },
    {
      name: 'syncs_coll',
      title: 'Collective',
      parent: 'syncs',
      unit: 'count',
      description: 'Collective operations without data',
    },
    {
      name: 'syncs_rma',
      title: 'One-sided',
      parent: 'syncs',
      unit: 'count',
      description: 'Calls that synchronize one-sided communication',
    },
    {
      name: 'syncs_rma_active',
      title: 'Active Target',
      parent: 'syncs_rma',
      unit: 'count',
      description: 'Fence, post, start, complete and wait',
    },
    {
      name: 'syncs_rma_passive',
      title: 'Passive Target',
      parent: 'syncs_rma',
      unit: 'count',
      description: 'Locking and unlocking of windows',
    },
  ],
};
