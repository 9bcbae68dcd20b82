import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_peaks',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_peaks',
      title: 'Peaks',
      description: 'Time of some iterations that exceeds the level of the iterations before and after them',
      explanation: 'Some iterations take much longer here than their neighbors. Afterwards, the time is as before.',
      advice:
        'Look at the slowest iteration in the timeline and find out how it differs from its neighbors. If peaks ' +
        'recur, look for periodic activities, such as writing files.',
    },
  ],
};
