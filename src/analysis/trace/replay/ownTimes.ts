import type { Seconds } from '../../../base/units.js';

/**
 * Changes of the locations' own time, which the replay passes on to the locations that wait for them: the overhead of
 * recording, or the time that a change of the program saves. Several variants are replayed together, as lanes.
 */
export interface OwnTimes {
  readonly lanes: number;
  /**
   * Seconds that each location has saved up to the moment that it reached, by `location * lanes + lane`; negative if it
   * became slower.
   */
  readonly saved: Float64Array;
  /** Advances to a measured moment; those of a location come in order of time. */
  advance(location: number, time: Seconds): void;
  /**
   * Returns the seconds saved up to the previous event of a location that begins in a team.
   * @param row of the table of teams
   * @param now seconds saved up to the begin
   */
  savedBefore(row: number, now: Seconds): Seconds;
}
