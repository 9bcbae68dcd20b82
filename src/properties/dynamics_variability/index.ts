import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_variability',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_variability',
      title: 'Varying Iterations',
      description: 'Share of the variation in a series of times; not a time itself',
      explanation: 'This takes a different time in each iteration, without an identifiable change.',
      advice:
        'Look for a pattern in the map of iterations and ranks, and measure again. Variation that is different in ' +
        'the second run comes from the machine.',
    },
  ],
};
