import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_moving_imbalance',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_moving_imbalance',
      title: 'Moving Imbalance',
      description: 'Time lost because the slowest rank changes between iterations, which sums over the run do not show',
      explanation:
        'In every iteration, some rank takes longer than the others, but not always the same one. Over the whole ' +
        'run, the ranks appear balanced.',
      advice: 'Balance the load within the iteration. Moving work between ranks once does not help.',
    },
  ],
};
