/** Properties that scenarios address. */

/** Calls of MPI that are expensive without waiting. */
export const COST_OF_CALLS = 'mpi_cost';

/** Whether the waiting of a property is that of the threads of a team for each other. */
export function isOfTeams(property: string): boolean {
  return property.startsWith('omp_');
}
