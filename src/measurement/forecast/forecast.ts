/** How large a trace will be, and what recording it will take, from a run of the same program whose calls were counted. */
import { addAt, elementAt } from '../../base/elements.js';
import type { Bytes, Seconds } from '../../base/units.js';
import { recordingCosts } from '../../analysis/trace/index.js';
import { exclusive } from '../../analysis/trace/severities/space.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { type Counted, eventsOf, fileBytes, otherBytes, rawBytes } from './sizes.js';
import { type CountedRun, Tally } from './tally.js';

export type { CountedRun } from './tally.js';

/** Expected data of one process. */
export interface RankForecast {
  readonly events: number;
  /** Its part of the archive. */
  readonly archive: Bytes;
  /** Raw records, which lie on the disk until the archive is made of them. */
  readonly records: Bytes;
  /** Processor time of recording, over its threads. */
  readonly seconds: Seconds;
}

export interface Forecast extends RankForecast {
  /** In the order of the run. */
  readonly ranks: readonly RankForecast[];
}

/** Default cost of entering and leaving: the usual cost on x86-64, in nanoseconds. */
const USUAL_COST = { function: 40, mpi: 40, file: 80 } as const;
const NOTHING: RankForecast = { events: 0, archive: 0, records: 0, seconds: 0 };

/**
 * The size of a trace in which the same is called as in a run that was counted.
 * @param leftOut regions (their numbers) that will not be recorded
 */
export function forecastOf(run: CountedRun, leftOut: ReadonlySet<number> = new Set()): Forecast {
  const { space, definitions } = run;
  const tally = new Tally(run, leftOut);
  const moved = movedIn(space, definitions.locations.length);
  const costs = costsOf(definitions);
  const ranks = processesOf(definitions).locations.map((members) =>
    members.map((at, thread) => ofOne(at, thread, tally, moved, costs)).reduce(sum, NOTHING),
  );
  return { ...ranks.reduce(sum, NOTHING), ranks };
}

function sum(one: RankForecast, other: RankForecast): RankForecast {
  return {
    events: one.events + other.events,
    archive: one.archive + other.archive,
    records: one.records + other.records,
    seconds: one.seconds + other.seconds,
  };
}

/** Messages and bytes by location, as far as they were counted: calls with a partner that is none send nothing. */
interface Moved {
  readonly sent: Float64Array | undefined;
  readonly received: Float64Array | undefined;
  readonly bytes: Float64Array | undefined;
  /** Of files. */
  readonly read: Float64Array | undefined;
  readonly written: Float64Array | undefined;
}

function movedIn(space: PerformanceSpace, count: number): Moved {
  const byLocation = (...metrics: readonly string[]): Float64Array | undefined => {
    const known = metrics.find((metric) => space.severities.has(metric));
    if (known === undefined) return undefined;
    const sums = new Float64Array(count);
    const { location, value } = exclusive(space, known);
    value.forEach((amount, i) => addAt(sums, elementAt(location, i), amount));
    return sums;
  };
  return {
    sent: byLocation('messages_sent', 'comms_send'),
    received: byLocation('messages_received', 'comms_recv'),
    bytes: byLocation('bytes_sent', 'bytes_p2p_sent', 'bytes_p2p'),
    read: byLocation('io_bytes_read'),
    written: byLocation('io_bytes_written'),
  };
}

/** Of a call. */
export interface Costs {
  readonly function: Seconds;
  readonly mpi: Seconds;
  /** Of one that reads, writes or names files. */
  readonly file: Seconds;
}

/** Returns the cost of entering and leaving as measured by the probe. */
export function costsOf(definitions: Definitions): Costs {
  const of = (name: string, usual: number): Seconds => {
    const known = Number(definitions.properties.get(`TRIMTAB::${name}_CALL_NANOSECONDS`) ?? '');
    return (Number.isFinite(known) && known > 0 ? known : usual) * 1e-9;
  };
  const isMeasured = definitions.properties.has('TRIMTAB::COST_IO');
  const ofFiles = isMeasured ? (recordingCosts(definitions)?.byProcess ?? []).map((kinds) => kinds[4].pair) : [];
  return {
    function: of('FUNCTION', USUAL_COST.function),
    mpi: of('MPI', USUAL_COST.mpi),
    file: ofFiles.length > 0 ? Math.max(...ofFiles) : USUAL_COST.file * 1e-9,
  };
}

function ofOne(at: number, thread: number, tally: Tally, moved: Moved, costs: Costs): RankForecast {
  const calls = tally.counted(at);
  const [sends, startedSends] = shared(calls.sends, calls.startedSends, moved.sent?.[at]);
  const [receives, startedReceives] = shared(calls.receives, calls.startedReceives, moved.received?.[at]);
  const counted: Counted = { ...calls, sends, startedSends, receives, startedReceives };
  const message = {
    bytes: mean(moved.bytes?.[at] ?? 0, sends + startedSends),
    requests: (startedSends + startedReceives) / 2,
  };
  const use = {
    bytes: mean((moved.read?.[at] ?? 0) + (moved.written?.[at] ?? 0), calls.operations + calls.startedOperations),
    // Operations are numbered by thread.
    matching: thread * 2 ** 40 + calls.operations / 2,
  };
  const { readings } = tally;
  const timesRead = readings === undefined ? 0 : calls.readings / readings.counters;
  const visited = elementAt(tally.visited, at);
  const read = readings === undefined ? 0 : timesRead * readings.bytes(at);
  return {
    events: eventsOf(counted),
    archive: Math.round(visited + otherBytes(counted, message) + fileBytes(counted, use) + read),
    records: rawBytes(counted),
    seconds:
      costs.function * (counted.functions + counted.constructs) +
      costs.mpi * counted.mpi +
      costs.file * counted.files +
      (readings?.cost ?? 0) * timesRead,
  };
}

function mean(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

/** So many messages, divided as the calls are. @param messages undefined where they were not counted */
function shared(blocking: number, started: number, messages: number | undefined): readonly [number, number] {
  const calls = blocking + started;
  if (messages === undefined || calls === 0) return [blocking, started];
  return [(messages * blocking) / calls, (messages * started) / calls];
}

/** The same for another number of ranks, as if each did what one did on average. */
export function onRanks(forecast: Forecast, ranks: number): Forecast {
  const known = forecast.ranks.length;
  if (known === ranks || known === 0) return forecast;
  const mean: RankForecast = {
    events: Math.round(forecast.events / known),
    archive: Math.round(forecast.archive / known),
    records: Math.round(forecast.records / known),
    seconds: forecast.seconds / known,
  };
  const all = Array.from({ length: ranks }, () => mean);
  return { ...all.reduce(sum, NOTHING), ranks: all };
}
