import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'memory_imbalance',
  properties: [],
  ofProcesses: [
    {
      name: 'memory_imbalance',
      title: 'Memory Imbalance',
      unit: 'bytes',
      description: 'Room that stays empty on average where every process gets as much as the largest one needs',
      explanation: 'One rank holds more of the heap than the others, and each machine must have room for that one.',
      advice: 'Share out what this line takes, or take it on ranks of other machines.',
    },
  ],
  alsoExplained: ['heap'],
};
