import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'critical_path',
  properties: [
    {
      name: 'critical_path',
      title: 'Critical Path',
      after: 'waitstates_direct_vs_indirect',
      unit: 'seconds',
      description: 'Time on the critical path',
      ofWholeRun: true,
    },
  ],
};
