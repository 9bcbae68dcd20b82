/** Order in which findings, and sums of findings, are listed. */

/** Cost of starting and ending MPI: a large part of a short run and a negligible part of a long one. */
export const STARTUP_COST = 'mpi_init_cost';

interface Ranked {
  readonly property: string;
  readonly severity: number;
}

/** The most severe first; what starting and ending MPI costs comes last, however short the run was. */
export function byRank(one: Ranked, other: Ranked): number {
  const isLast = ({ property }: Ranked): number => (property === STARTUP_COST ? 1 : 0);
  return isLast(one) - isLast(other) || other.severity - one.severity;
}
