import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_improvements',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_improvements',
      title: 'Getting Faster',
      description: 'Time of the iterations before a speedup that exceeds the level after it',
      explanation: 'From some iteration on, this takes less time than before. The earlier iterations could be as fast.',
      advice:
        'Find out what changed at that iteration, such as filled caches, a balanced load or a finished startup. ' +
        'Then apply it from the first iteration on.',
    },
  ],
};
