/** Pages that explain several closely related metrics, and which. Other properties have pages of their own name. */
const shared: readonly (readonly [page: string, metrics: RegExp])[] = [
  ['delay', /^delay_/],
  ['waitstates_direct_vs_indirect', /^mpi_wait_(in)?direct(_|$)/],
  ['waitstates_propagating_vs_terminal', /^mpi_wait_(propagating|terminal)(_|$)/],
  [
    'performance_impact',
    /^(performance_impact_criticalpath|(non_)?critical_path_activities|critical_imbalance_impact|(intra|inter)_partition_imbalance)$/,
  ],
  ['imbalance', /^imbalance_(above|below)/],
  ['mpi_latesender_wo', /^mpi_lswo_/],
  ['omp_management', /^omp_fork$/],
  [
    'execution',
    /^(time|comp|overhead|mpi|(mpi|mpi_init|omp|acc)_cost|mpi_(management|init_exit|mgmt_\w+|synchronization|sync_collective|communication|point2point|collective|io(_\w+)?|rma_(synchronization|sync_active|sync_passive|communication))|omp_(time|synchronization|[ei]?barrier|critical|lock_api|ordered)|pthread_(time|management|synchronization|lock_api|conditional)|acc_api)$/,
  ],
];

/** Name of the page in docs/properties about a metric, without its ending; of a property without one its own name. */
export function pageOfMetric(metric: string): string {
  return shared.find(([, metrics]) => metrics.test(metric))?.[0] ?? metric;
}
