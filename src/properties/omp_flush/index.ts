import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_flush',
  properties: [
    {
      name: 'omp_flush',
      title: 'Flush',
      parent: 'omp_time',
      after: 'omp_synchronization',
      unit: 'seconds',
      description: 'Time in flush constructs',
    },
  ],
};
