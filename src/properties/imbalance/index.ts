import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'imbalance',
  properties: [
    {
      name: 'imbalance',
      title: 'Computational Imbalance',
      unit: 'seconds',
      description: 'Deviation of computation time from the average of all locations in the call path',
    },
    {
      name: 'imbalance_above',
      title: 'Overload',
      parent: 'imbalance',
      unit: 'seconds',
      description: 'Computation time above the average',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_above_single',
      title: 'Single Participant',
      parent: 'imbalance_above',
      unit: 'seconds',
      description: 'Overload in call paths with a single participating location',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below',
      title: 'Underload',
      parent: 'imbalance',
      unit: 'seconds',
      description: 'Computation time below the average',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below_bypass',
      title: 'Non-Participation',
      parent: 'imbalance_below',
      unit: 'seconds',
      description: 'Underload of locations that do not participate in the call path',
      ofWholeRun: true,
    },
    {
      name: 'imbalance_below_singularity',
      title: 'Singularity',
      parent: 'imbalance_below_bypass',
      unit: 'seconds',
      description: 'Underload in call paths with a single participating location',
      ofWholeRun: true,
    },
  ],
};
