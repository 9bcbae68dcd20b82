import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_taskwait',
  properties: [
    {
      name: 'omp_taskwait',
      title: 'Task Wait',
      parent: 'omp_synchronization',
      unit: 'seconds',
      description: 'Time waiting for child tasks',
    },
  ],
};
