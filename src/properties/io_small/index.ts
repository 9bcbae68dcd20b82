import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_small',
  properties: [
    {
      name: 'io_small',
      title: 'Small I/O',
      parent: 'io_data',
      unit: 'seconds',
      description: 'Time in calls that read or write less than 64 KiB each',
      finding: {
        isCost: true,
        explanation: 'These calls read or write less than 64 KiB each. File systems are slow with small requests.',
        advice:
          'Collect related data and read or write it in one call, or give the stream a larger buffer (setvbuf). ' +
          'Across ranks, collective MPI-IO combines requests.',
      },
    },
  ],
};
