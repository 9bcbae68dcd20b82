import type { Processes } from '../../model/processes.js';
import type { Trace } from '../../model/trace.js';
import { shippedProperties } from '../../properties/index.js';
import { isUseful } from '../efficiency/classes.js';
import { isThread } from '../trace/certainty/locations.js';
import { OneSidedPass } from '../trace/onesided/pass.js';
import { alone } from '../trace/parallel/index.js';
import { ProcessReader } from '../trace/reading/readProcesses.js';
import { emptyRereading, forgetProfiles, forgetRecords, profilesOf } from '../trace/reading/reading.js';
import { dependenciesOf } from '../trace/replay/dependencies.js';
import type { Replayed } from '../trace/replay/points.js';
import { Search } from '../trace/search/search.js';
import { runStages } from '../trace/search/stage.js';
import { communicationStages } from '../trace/search/stages.js';
import { NO_FORECAST } from '../trace/tables/forecast.js';
import type { CallTree } from '../../model/callTree.js';
import type { Seconds } from '../../base/units.js';
import type { PathClasses } from './targets.js';
import { WorkPass, type WorkRecords } from './workPass.js';

/** Records of a trace for replays. */
export interface Reread {
  readonly work: WorkRecords['work'];
  readonly replayed: Replayed;
  /** Times of the first and the last event of the locations that have any. */
  readonly extents: readonly { readonly location: number; readonly first: Seconds; readonly last: Seconds }[];
  /** Gives the memory of its records back. */
  forget(): void;
}

/**
 * Reads a trace again, with the call paths of its analysis.
 * @param trace with the times of its analysis
 * @throws CancelledError when `isCancelled` returns true
 */
export function reread(
  trace: Trace,
  processes: Processes,
  tree: CallTree,
  { classOf, count }: PathClasses,
  isCancelled?: () => boolean,
): Reread {
  const { regions, locations } = trace.definitions;
  const pass = new WorkPass(
    classOf,
    count,
    Uint8Array.from(regions, (region) => (isUseful(region) ? 1 : 0)),
    Uint8Array.from(locations, (location) => (isThread(location) ? 0 : 1)),
  );
  const reading = emptyRereading(tree, [new OneSidedPass(), pass]);
  const reader = new ProcessReader(
    trace,
    processes,
    NO_FORECAST,
    reading,
    isCancelled === undefined ? {} : { isCancelled },
  );
  reader.read({ from: 0, to: processes.locations.length });
  reader.finish();
  const search = new Search(trace, reading, shippedProperties, alone, false);
  runStages(communicationStages, search, () => undefined);
  const { records, threads } = reading;
  const extents = profilesOf(reading)
    .filter(({ events }) => events > 0)
    .map(({ location, first, last }) => ({ location, first, last }));
  const replayed = { records, threads, teams: pass.records.teams, ...dependenciesOf(search) };
  search.forgetMatching();
  forgetProfiles(reading);
  return { work: pass.records.work, replayed, extents, forget: () => forgetRecords(reading) };
}
