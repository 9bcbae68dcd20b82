import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_storm',
  properties: [
    {
      name: 'io_storm',
      title: 'Metadata Storm',
      parent: 'io_metadata',
      unit: 'seconds',
      description: 'Time in which all processes open, close, name or ask for files at once',
      ofWholeRun: true,
      finding: {
        isCost: true,
        explanation:
          'All processes open, close, name or ask for files at the same time: one server answers these calls on most ' +
          'file systems.',
        advice:
          'Open fewer files and keep them open; let one rank look up what is there and tell the others; write one ' +
          'shared file, or one for each node.',
      },
    },
  ],
};
