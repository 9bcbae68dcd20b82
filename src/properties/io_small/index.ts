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
        explanation: 'These calls read or write less than 64 KiB each: file systems are slow with small parts.',
        advice:
          'Collect what belongs together and read or write it at once, or give the stream a larger buffer (setvbuf); ' +
          'across ranks, collective MPI-IO does so.',
      },
    },
  ],
};
