import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_improvements',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_improvements',
      title: 'Getting Faster',
      description: 'Time of iterations before they became faster, beyond the level after that',
      explanation:
        'From some iteration on this takes less time than before: the iterations before it could be as fast.',
      advice:
        'Find out what is different from there on, such as filled caches, a balanced load or a finished start-up, and have it from the first iteration on.',
    },
  ],
};
