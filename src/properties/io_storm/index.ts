import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_storm',
  properties: [
    {
      name: 'io_storm',
      title: 'Metadata Storm',
      parent: 'io_metadata',
      unit: 'seconds',
      description: 'Time in which all processes open, close, name or query files at the same time',
      ofWholeRun: true,
      finding: {
        isCost: true,
        explanation:
          'All processes open, close, name or query files at the same time. On most file systems, one server ' +
          'handles all these calls.',
        advice:
          'Open fewer files and keep them open. Let one rank query files and send the results to the others. Write ' +
          'one shared file, or one per node.',
      },
    },
  ],
};
