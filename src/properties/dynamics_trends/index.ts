import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_trends',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_trends',
      title: 'Slowing Down',
      description: 'Time of iterations that exceeds the level before the slowdown',
      explanation: 'From some iteration on, this takes longer than before, abruptly or gradually.',
      advice:
        'Look for growth while the program runs: lists, messages, memory, or the share of one rank. In the ' +
        'timeline, compare an iteration before the change with one after it.',
    },
  ],
};
