import type { Seconds } from '../../../base/units.js';

/**
 * Changes of the locations' own time, which the replay passes on to the locations that wait for them: the overhead of
 * recording, or the time that a change of the program saves.
 */
export interface OwnTimes {
  /**
   * Seconds that a location has saved up to a measured moment; negative if it became slower. The moments of a location
   * are passed in order of time.
   */
  savedAt(location: number, time: Seconds): Seconds;
  /**
   * The same at the previous event of a location that begins in a team.
   * @param row of the table of teams
   * @param now seconds saved up to the begin
   */
  savedBefore(row: number, now: Seconds): Seconds;
}
