import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_trends',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_trends',
      title: 'Slowing Down',
      description: 'Time of iterations beyond the level before they became slower',
      explanation: 'From some iteration on this takes longer than before, at once or little by little.',
      advice:
        'Look at what grows while the program runs: lists, messages, memory, the share of one rank. Compare an iteration before the change with one after it in the timeline.',
    },
  ],
};
