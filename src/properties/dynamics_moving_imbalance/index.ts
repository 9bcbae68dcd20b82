import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_moving_imbalance',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_moving_imbalance',
      title: 'Moving Imbalance',
      description: 'Time lost since in each iteration another rank takes longest, which sums over the run do not show',
      explanation:
        'In every iteration some rank takes longer than the others, but not always the same one: over the whole run all seem to be even.',
      advice: 'Balance the load within the iteration; moving work between ranks once for all cannot help.',
    },
  ],
};
