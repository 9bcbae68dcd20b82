import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  properties: [
    {
      name: 'visits',
      title: 'Visits',
      after: 'accelerator',
      unit: 'count',
      description: 'Number of times a call path was entered',
    },
  ],
};
