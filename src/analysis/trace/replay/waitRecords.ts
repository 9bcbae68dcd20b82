import type { Seconds } from '../../../base/units.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { type Choices, choicesOf } from './choices.js';
import { type Dependencies, dependenciesOf } from './dependencies.js';
import type { Searched } from './searched.js';

/** First and last event of a location. */
export interface LocationExtent {
  readonly location: number;
  readonly first: Seconds;
  readonly last: Seconds;
}

/** The waits of a searched trace, as a replay needs them. */
export interface WaitRecords extends Dependencies {
  readonly records: Pick<CommunicationRecords, 'operations'>;
  readonly threads: ThreadRecords;
  readonly choices: Choices;
  /** Of the locations that have events. */
  readonly extents: readonly LocationExtent[];
}

/** @param searched before its messages and collective operations are released */
export function waitRecordsOf(searched: Searched & { readonly profiles: readonly LocationProfile[] }): WaitRecords {
  const { matching, reading } = searched;
  const { records, threads } = reading;
  const extents = searched.profiles
    .filter(({ events }) => events > 0)
    .map(({ location, first, last }) => ({ location, first, last }));
  return { records, threads, ...dependenciesOf(searched), choices: choicesOf(records, matching), extents };
}
