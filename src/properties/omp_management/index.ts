import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_management',
  properties: [
    {
      name: 'omp_management',
      title: 'Management (OpenMP)',
      parent: 'omp_time',
      unit: 'seconds',
      description: 'Time to start and end teams of threads',
      isNoWork: true,
      finding: {
        isCost: true,
        confidence: 0.8,
        explanation:
          'Time to start and end the team of threads of this parallel region. The region is short compared with ' +
          'the cost of its threads, or the threads slept and had to be woken. A trace shows when they started, not ' +
          'whether the cores were free.',
        advice:
          'Merge parallel regions, or move the region outside the surrounding loop. Keep threads awake between ' +
          'regions (OMP_WAIT_POLICY=active) and bind them to cores (OMP_PROC_BIND=true). Use no more threads than ' +
          'cores.',
      },
    },
    {
      name: 'omp_fork',
      title: 'Fork',
      parent: 'omp_management',
      unit: 'seconds',
      description: 'Time from the fork until a thread enters the parallel region',
    },
  ],
};
