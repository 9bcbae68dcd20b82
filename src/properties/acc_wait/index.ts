import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'acc_wait',
  properties: [
    {
      name: 'acc_wait',
      title: 'Host Waiting for Device',
      parent: 'acc_api',
      unit: 'seconds',
      description: 'Waiting in accelerator API calls while a device is busy',
      isNoWork: true,
      finding: {
        explanation: 'The threads waited in a synchronizing call or a copy while the accelerator was busy.',
        advice:
          'Let the host compute meanwhile: use asynchronous copies and launches, and synchronize only when results ' +
          'are needed. Overlap transfers and kernels with several streams.',
      },
    },
  ],
};
