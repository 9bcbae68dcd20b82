import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_peaks',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_peaks',
      title: 'Peaks',
      description: 'Time of some iterations beyond those before and after them',
      explanation: 'Some iterations take much longer here than their neighbours, and then it is as before.',
      advice:
        'Look at the iteration at the top in the timeline: what it does that its neighbours do not. Where peaks recur, look for what is done every so many iterations, such as writing files.',
    },
  ],
};
