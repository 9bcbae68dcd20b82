import type { Rows } from '../tables/table.js';

/** In place of a team: the row is a fork. */
export const NO_TEAM = -1;

/**
 * Forks of teams, and the begins of threads in them, each location's in order of time. `team` is the trace's definition,
 * NO_TEAM at a fork. For a begin, `before` is the time of the location's previous event (-Infinity if there is none).
 */
export type TeamRows = Rows<'time' | 'before', 'location' | 'team'>;
