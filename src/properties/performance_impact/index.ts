import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'performance_impact',
  properties: [
    {
      name: 'performance_impact',
      title: 'Performance Impact',
      after: 'critical_path',
      unit: 'seconds',
      description: 'Time of all locations during the critical path, divided by its use',
    },
    {
      name: 'performance_impact_criticalpath',
      title: 'Critical-Path Activities',
      parent: 'performance_impact',
      unit: 'seconds',
      description: 'Time of all locations consumed by activities on the critical path',
    },
    {
      name: 'critical_path_activities',
      title: 'Activity Impact',
      parent: 'performance_impact_criticalpath',
      unit: 'seconds',
      description: 'Time of all locations in activities on the critical path',
      ofWholeRun: true,
    },
    {
      name: 'critical_imbalance_impact',
      title: 'Critical Imbalance Impact',
      parent: 'performance_impact_criticalpath',
      unit: 'seconds',
      description: 'Waiting caused by imbalance of activities on the critical path',
    },
    {
      name: 'intra_partition_imbalance',
      title: 'Intra-Partition Imbalance',
      parent: 'critical_imbalance_impact',
      unit: 'seconds',
      description: 'Imbalance impact on locations that execute the activity themselves',
      ofWholeRun: true,
    },
    {
      name: 'inter_partition_imbalance',
      title: 'Inter-Partition Imbalance',
      parent: 'critical_imbalance_impact',
      unit: 'seconds',
      description: 'Imbalance impact on locations that do not execute the activity',
      ofWholeRun: true,
    },
    {
      name: 'non_critical_path_activities',
      title: 'Non-Critical-Path Activities',
      parent: 'performance_impact',
      unit: 'seconds',
      description: 'Time of all locations in activities, beyond their time on the critical path',
      ofWholeRun: true,
    },
  ],
};
