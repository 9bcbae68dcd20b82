import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'dynamics_variability',
  properties: [],
  ofIterations: [
    {
      name: 'dynamics_variability',
      title: 'Varying Iterations',
      description: 'How much of a series is change and not its mean; no time',
      explanation: 'This takes another time in each iteration, without a change that one could name.',
      advice:
        'Look at the map of iterations and ranks for a pattern, and measure again: what is elsewhere then comes from the machine.',
    },
  ],
};
