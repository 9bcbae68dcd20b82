import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  properties: [
    {
      name: 'bytes',
      title: 'Bytes Transferred',
      after: 'mpi_file_ops',
      unit: 'bytes',
      description: 'Data sent and received',
    },
    {
      name: 'bytes_p2p',
      title: 'Point-to-Point',
      parent: 'bytes',
      unit: 'bytes',
      description: 'Data of point-to-point messages',
    },
    {
      name: 'bytes_sent',
      title: 'Sent',
      parent: 'bytes_p2p',
      unit: 'bytes',
      description: 'Data sent in messages',
    },
    {
      name: 'bytes_rcvd',
      title: 'Received',
      parent: 'bytes_p2p',
      unit: 'bytes',
      description: 'Data received in messages',
    },
    {
      name: 'bytes_coll',
      title: 'Collective',
      parent: 'bytes',
      unit: 'bytes',
      description: 'Data of collective operations',
    },
    {
      name: 'bytes_cout',
      title: 'Outgoing',
      parent: 'bytes_coll',
      unit: 'bytes',
      description: 'Data sent in collective operations',
    },
    {
      name: 'bytes_cin',
      title: 'Incoming',
      parent: 'bytes_coll',
      unit: 'bytes',
      description: 'Data received in collective operations',
    },
    {
      name: 'bytes_rma',
      title: 'One-sided',
      parent: 'bytes',
      unit: 'bytes',
      description: 'Data of one-sided transfers',
    },
    {
      name: 'bytes_put',
      title: 'Sent',
      parent: 'bytes_rma',
      unit: 'bytes',
      description: 'Data put to other processes',
    },
    {
      name: 'bytes_get',
      title: 'Received',
      parent: 'bytes_rma',
      unit: 'bytes',
      description: 'Data retrieved from other processes',
    },
  ],
};
