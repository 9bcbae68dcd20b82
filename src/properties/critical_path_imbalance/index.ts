import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'critical_path_imbalance',
  properties: [
    {
      name: 'critical_path_imbalance',
      title: 'Critical-Path Imbalance',
      parent: 'critical_path',
      unit: 'seconds',
      description: 'Time on the critical path that exceeds the average time of all locations in the call path',
      ofWholeRun: true,
    },
  ],
};
