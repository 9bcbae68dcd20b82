/** How large a trace will be, and what recording it will take, from a run of the same program whose calls were counted. */
import { addAt, elementAt } from '../../base/elements.js';
import type { Bytes, Seconds } from '../../base/units.js';
import { exclusive } from '../../analysis/trace/severities/space.js';
import { mpiName } from '../../analysis/trace/metrics/operations.js';
import { type Definitions, isOverhead, isProgram, type Region } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { type Counted, eventsOf, otherBytes, rawBytes, TIME, visitBytes } from './sizes.js';

/** What is known of a run. */
export interface CountedRun {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
}

/** What one process will leave. */
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

/** What entering and leaving costs where the run does not say it: the usual cost on x86-64, in nanoseconds. */
const USUAL_COST = { function: 40, mpi: 40 } as const;
const NOTHING: RankForecast = { events: 0, archive: 0, records: 0, seconds: 0 };

const SENDS = /^(b|s|r)?send(recv(_replace)?)?$/;
const RECEIVES = /^(m?recv|sendrecv(_replace)?)$/;
const STARTS_SEND = /^i(b|s|r)?send$|^start(all)?$/;
const STARTS_RECEIVE = /^im?recv$|^start(all)?$/;
const COLLECTIVE = /^(init(_thread)?|finalize|comm_(dup|split|create|free).*|win_(create|free|fence).*)$/;
const COLLECTIVE_DATA =
  /^(barrier|bcast|(all)?gatherv?|scatterv?|alltoall[vw]?|(all)?reduce|reduce_scatter.*|(ex)?scan)$/;

const KEYS = [
  'functions',
  'mpi',
  'constructs',
  'sends',
  'receives',
  'startedSends',
  'startedReceives',
  'collectives',
  'teams',
  'forks',
  'locks',
] as const satisfies readonly (keyof Counted)[];
type Kind = (typeof KEYS)[number];

/** What calls of a region are recorded as. */
function kindsOf(region: Region): readonly Kind[] {
  const name = region.paradigm === 'openmp' ? undefined : mpiName(region.name);
  if (name !== undefined) {
    const of = (pattern: RegExp, kind: Kind): Kind[] => (pattern.test(name) ? [kind] : []);
    return [
      'mpi',
      ...of(SENDS, 'sends'),
      ...of(RECEIVES, 'receives'),
      ...of(STARTS_SEND, 'startedSends'),
      ...of(STARTS_RECEIVE, 'startedReceives'),
      ...of(COLLECTIVE, 'collectives'),
      ...of(COLLECTIVE_DATA, 'collectives'),
    ];
  }
  if (region.paradigm !== 'openmp') return ['functions'];
  if (region.role === 'parallel') return ['constructs', 'teams', 'forks'];
  if (region.role === 'critical') return ['constructs', 'locks'];
  return ['constructs'];
}

/**
 * The size of a trace in which the same is called as in a run that was counted.
 * @param leftOut regions (their numbers) that will not be recorded
 */
export function forecastOf({ space, definitions }: CountedRun, leftOut: ReadonlySet<number> = new Set()): Forecast {
  const count = definitions.locations.length;
  const { ofLocation, locations } = processesOf(definitions);
  const tables = new Map(KEYS.map((kind) => [kind, new Float64Array(count)]));
  const visited = new Float64Array(count);
  const kinds = definitions.regions.map(kindsOf);
  const { callTree } = space;
  const { callPath, location, value } = exclusive(space, 'visits');
  value.forEach((visits, i) => {
    const [node, at] = [elementAt(callPath, i), elementAt(location, i)];
    const number = elementAt(callTree.region, node);
    const region = definitions.regions[number];
    if (region === undefined || isProgram(region) || isOverhead(region) || leftOut.has(number)) return;
    const site = elementAt(callTree.site, node);
    addAt(visited, at, visits * visitBytes(number, site === 0 ? undefined : site));
    if (endsWithConstruct(node, space, definitions)) addAt(visited, at, -visits * TIME);
    for (const kind of kinds[number] ?? []) {
      // A team is made by its first thread.
      if (kind === 'forks' && locations[elementAt(ofLocation, at)]?.[0] !== at) continue;
      const table = tables.get(kind);
      if (table !== undefined) addAt(table, at, visits);
    }
  });
  const messages = messagesOf(space, count);
  const costs = costsOf(definitions);
  const ranks = locations.map((members) =>
    members.map((at) => ofOne(at, tables, elementAt(visited, at), messages, costs)).reduce(sum, NOTHING),
  );
  return { ...ranks.reduce(sum, NOTHING), ranks };
}

/** Whether a call is left at the same time as what is around it: a loop ends with its barrier. */
function endsWithConstruct(node: number, { callTree }: PerformanceSpace, { regions }: Definitions): boolean {
  const above = elementAt(callTree.parent, node);
  if (regions[elementAt(callTree.region, node)]?.role !== 'implicit-barrier' || above < 0) return false;
  const around = regions[elementAt(callTree.region, above)];
  return around?.paradigm === 'openmp' && around.role !== 'parallel';
}

function sum(one: RankForecast, other: RankForecast): RankForecast {
  return {
    events: one.events + other.events,
    archive: one.archive + other.archive,
    records: one.records + other.records,
    seconds: one.seconds + other.seconds,
  };
}

/** Messages of locations, as far as they were counted: calls with a partner that is none send nothing. */
interface Messages {
  readonly sent: Float64Array | undefined;
  readonly received: Float64Array | undefined;
  readonly bytes: Float64Array;
}

function messagesOf(space: PerformanceSpace, count: number): Messages {
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
    bytes: byLocation('bytes_sent', 'bytes_p2p_sent', 'bytes_p2p') ?? new Float64Array(count),
  };
}

/** Of a call. */
export interface Costs {
  readonly function: Seconds;
  readonly mpi: Seconds;
}

/** What the probe found that entering and leaving costs. */
export function costsOf({ properties }: Definitions): Costs {
  const of = (name: string, usual: number): Seconds => {
    const known = Number(properties.get(`TRIMTAB::${name}_CALL_NANOSECONDS`) ?? '');
    return (Number.isFinite(known) && known > 0 ? known : usual) * 1e-9;
  };
  return { function: of('FUNCTION', USUAL_COST.function), mpi: of('MPI', USUAL_COST.mpi) };
}

function ofOne(
  at: number,
  tables: ReadonlyMap<Kind, Float64Array>,
  visited: Bytes,
  { sent, received, bytes }: Messages,
  costs: Costs,
): RankForecast {
  const of = (kind: Kind): number => tables.get(kind)?.[at] ?? 0;
  const [sends, startedSends] = shared(of('sends'), of('startedSends'), sent?.[at]);
  const [receives, startedReceives] = shared(of('receives'), of('startedReceives'), received?.[at]);
  const counted: Counted = {
    functions: of('functions'),
    mpi: of('mpi'),
    constructs: of('constructs'),
    sends,
    receives,
    startedSends,
    startedReceives,
    collectives: of('collectives'),
    teams: of('teams'),
    forks: of('forks'),
    locks: of('locks'),
  };
  const count = sends + startedSends;
  const message = {
    bytes: count === 0 ? 0 : elementAt(bytes, at) / count,
    requests: (startedSends + startedReceives) / 2,
  };
  return {
    events: eventsOf(counted),
    archive: Math.round(visited + otherBytes(counted, message)),
    records: rawBytes(counted),
    seconds: costs.function * (counted.functions + counted.constructs) + costs.mpi * counted.mpi,
  };
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
