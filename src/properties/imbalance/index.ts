import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'imbalance',
  properties: [
    {
      name: 'imbalance',
      title: 'Computational Imbalance',
      unit: 'seconds',
      description: 'Difference of computation from the average of all locations at the call path',
    },
    {
      name: 'imbalance_above',
      title: 'Overload',
      parent: 'imbalance',
      unit: 'seconds',
      description: 'Computation beyond the average',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_above_single',
      title: 'Single Participant',
      parent: 'imbalance_above',
      unit: 'seconds',
      description: 'That of call paths only one location takes part in',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below',
      title: 'Underload',
      parent: 'imbalance',
      unit: 'seconds',
      description: 'Computation short of the average',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below_bypass',
      title: 'Non-Participation',
      parent: 'imbalance_below',
      unit: 'seconds',
      description: 'That of locations that take no part in the call path',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below_singularity',
      title: 'Singularity',
      parent: 'imbalance_below_bypass',
      unit: 'seconds',
      description: 'That of call paths only one location takes part in',
      ofWholeRun: true,
    },
  ],
};
