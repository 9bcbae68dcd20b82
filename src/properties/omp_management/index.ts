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
          'Time to start and end the team of threads of this parallel region: the region is small for what its ' +
          'threads cost, or they slept and had to be woken. A trace shows when they began, not whether the cores ' +
          'were free.',
        advice:
          'Join parallel regions, or move the region outside of the loop around it. Let threads stay awake between ' +
          'regions (OMP_WAIT_POLICY=active) and bind them to cores (OMP_PROC_BIND=true), with no more threads than ' +
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
