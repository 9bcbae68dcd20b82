import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  properties: [
    {
      name: 'accelerator',
      title: 'Accelerators',
      after: 'time',
      unit: 'seconds',
      description: 'Time of devices, starting with their first use',
    },
    {
      name: 'acc_kernel',
      title: 'Kernels',
      parent: 'accelerator',
      unit: 'seconds',
      description: 'Execution time of kernels on streams',
    },
    {
      name: 'acc_transfer',
      title: 'Transfers',
      parent: 'accelerator',
      unit: 'seconds',
      description: 'Time of transfers on streams',
    },
    {
      name: 'acc_idle',
      title: 'Idle Device',
      parent: 'accelerator',
      unit: 'seconds',
      description: 'Time in which no stream of a device is busy',
    },
  ],
};
