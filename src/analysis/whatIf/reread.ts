import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import type { Processes } from '../../model/processes.js';
import type { Trace } from '../../model/trace.js';
import { shippedProperties } from '../../properties/index.js';
import { isMpi, isUseful } from '../efficiency/classes.js';
import { OneSidedPass } from '../trace/onesided/pass.js';
import { alone } from '../trace/parallel/index.js';
import type { Pass } from '../trace/passes/pass.js';
import { ProcessReader } from '../trace/reading/readProcesses.js';
import {
  emptyRereading,
  forgetProfiles,
  forgetReading,
  forgetRecords,
  type Reading,
} from '../trace/reading/reading.js';
import type { Replayed } from '../trace/replay/points.js';
import { type WaitRecords, waitRecordsOf } from '../trace/replay/waitRecords.js';
import { Search } from '../trace/search/search.js';
import { runStages } from '../trace/search/stage.js';
import { communicationStages } from '../trace/search/stages.js';
import { NO_FORECAST } from '../trace/tables/forecast.js';
import type { IteratedWork } from './iterations/factors.js';
import type { IterationStarts } from './iterations/starts.js';
import { PairClasses } from './network/pairClasses.js';
import { emptyTransfers, TransferRecorder, type Transfers } from './network/transfers.js';
import { type LocationClasses, WorkPass, type WorkRecords } from './workPass.js';

/** Records of a trace for replays. */
export interface Reread extends Pick<WaitRecords, 'extents' | 'choices'> {
  readonly work: WorkRecords['work'];
  readonly replayed: Replayed;
  /** If requested. */
  readonly transfers: Transfers | undefined;
  /** With their number; if requested. */
  readonly iterated: IteratedWork | undefined;
  /** Gives the memory of its records back. */
  forget(): void;
}

/** A trace that was analyzed. */
export interface RereadTrace {
  /** With the times of its analysis. */
  readonly trace: Trace;
  readonly processes: Processes;
  readonly tree: CallTree;
  /** Waits that the analysis kept; found again if omitted. */
  readonly waits?: WaitRecords | undefined;
}

/**
 * Reads a trace again, with the call paths of its analysis.
 * @param wants data that scenarios need in addition
 * @throws CancelledError when `isCancelled` returns true
 */
export function reread(
  analyzed: RereadTrace,
  { classOf, count }: { readonly classOf: LocationClasses; readonly count: number },
  wants: { readonly transfers: boolean; readonly iterations: IterationStarts | undefined },
  isCancelled?: () => boolean,
): Reread {
  const { regions } = analyzed.trace.definitions;
  const transfers = wants.transfers ? emptyTransfers() : undefined;
  const pass = new WorkPass(
    classOf,
    count,
    Uint8Array.from(regions, (region) => (isUseful(region) ? 1 : 0)),
    {
      transfersOf: transfers === undefined ? undefined : recordersOf(transfers, analyzed),
      startsOf: wants.iterations === undefined ? undefined : startsIn(wants.iterations, analyzed.processes),
    },
  );
  const { waits, forget } = waitsOf(analyzed, pass, isCancelled);
  const { extents, choices, ...replayed } = waits;
  const { work, teams, iterations } = pass.records;
  const iterated =
    wants.iterations === undefined ? undefined : { work, iteration: iterations, count: wants.iterations.count };
  return { work, replayed: { ...replayed, teams }, transfers, iterated, choices, extents, forget };
}

/** The begins of the iterations of a location, and the end of the last one. */
export const startsIn =
  ({ ofProcess }: IterationStarts, { ofLocation }: Processes) =>
  (location: number): ArrayLike<number> =>
    ofProcess.get(elementAt(ofLocation, location)) ?? [];

function recordersOf(transfers: Transfers, { trace, processes }: RereadTrace): (location: number) => TransferRecorder {
  const { definitions } = trace;
  const areMpi = Uint8Array.from(definitions.regions, (region) => (isMpi(region) ? 1 : 0));
  const pairs = new PairClasses(definitions, processes);
  return (location) => new TransferRecorder(transfers, location, areMpi, pairs);
}

type Found = { readonly waits: WaitRecords } & Pick<Reread, 'forget'>;

/** Reads all events for a pass; waits too if they are unknown. */
function waitsOf(analyzed: RereadTrace, pass: WorkPass, isCancelled?: () => boolean): Found {
  const { trace, waits } = analyzed;
  if (waits !== undefined) {
    forgetReading(read(analyzed, [pass], true, isCancelled));
    return { waits, forget: () => undefined };
  }
  const reading = read(analyzed, [new OneSidedPass(), pass], false, isCancelled);
  const search = new Search(trace, reading, shippedProperties, alone, false);
  runStages(communicationStages, search, () => undefined);
  const found = waitRecordsOf(search);
  search.forgetMatching();
  forgetProfiles(reading);
  return { waits: found, forget: () => forgetRecords(reading) };
}

function read(
  { trace, processes, tree }: RereadTrace,
  passes: readonly Pass[],
  isCallsOnly: boolean,
  isCancelled?: () => boolean,
): Reading {
  const how = { isCallsOnly, ...(isCancelled === undefined ? {} : { isCancelled }) };
  const reader = new ProcessReader(trace, processes, NO_FORECAST, emptyRereading(tree, passes), how);
  reader.read({ from: 0, to: processes.locations.length });
  reader.finish();
  return reader.reading;
}
