import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'acc_wait',
  properties: [
    {
      name: 'acc_wait',
      title: 'Host Waiting for Device',
      parent: 'acc_api',
      unit: 'seconds',
      description: 'Waiting in such a function while a device works',
      isNoWork: true,
      finding: {
        explanation: 'The threads waited in a synchronising call or a copy while the accelerator was working.',
        advice:
          'Let the host compute meanwhile: asynchronous copies and launches, synchronised only where results are ' +
          'needed. Overlap transfers and kernels with several streams.',
      },
    },
  ],
};
