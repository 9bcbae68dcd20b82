import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'memory_imbalance',
  properties: [],
  ofProcesses: [
    {
      name: 'memory_imbalance',
      title: 'Memory Imbalance',
      unit: 'bytes',
      description: 'Memory that stays unused on average if every process gets as much as the largest one needs',
      explanation:
        'One rank holds more of the heap than the others, and each machine must have enough memory for that rank.',
      advice: 'Distribute the allocations of this line, or make them on ranks of different machines.',
    },
  ],
  alsoExplained: ['heap'],
};
