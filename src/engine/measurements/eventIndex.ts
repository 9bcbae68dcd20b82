/** Finding the events of a window of time without reading all of a location. */
import { absent } from '../../base/elements.js';
import type { EventPlace, SeekableTrace, SharedTrace, Trace } from '../../model/trace.js';
import { type EventBatch, EventKind } from '../../model/events.js';
import { type Definitions, isProgram } from '../../model/definitions.js';
import { type OpenRegion, OpenRegions, type OpenState, regionsAbove } from './openRegions.js';
import type { Room } from './room.js';

/** Throws CancelledError when the request was cancelled. */
export type CheckCancelled = () => void;

/** Bytes that one place takes, and one region that is open there, generously. */
const BYTES_A_PLACE = 384;
const BYTES_A_REGION = 96;

/** Position at which reading can resume, and the regions that are open there. */
export interface KnownPlace extends EventPlace {
  readonly open: OpenState;
  /** Teams that the location had forked by then, and those of them that were still open. */
  readonly forks: number;
  readonly teams: number;
}

export function isSeekable(trace: SharedTrace): trace is SharedTrace & SeekableTrace {
  return trace.batchesFrom !== undefined;
}

/** Places at which reading a location can go on; found by reading it once, when it is first asked about. */
export class EventIndex {
  private readonly places = new Map<number, readonly KnownPlace[]>();
  private readonly program: number | undefined;
  /** Regions that room is held for: places share those that stay open from one to the next. */
  private readonly held = new WeakSet<OpenRegion>();

  constructor(
    private readonly trace: SeekableTrace,
    private readonly room: Room,
  ) {
    const program = trace.definitions.regions.findIndex(isProgram);
    this.program = program < 0 ? undefined : program;
  }

  get definitions(): Definitions {
    return this.trace.definitions;
  }

  /**
   * How many events a location has before each of these moments.
   * @param moments seconds since the start of the trace, ascending
   */
  countsBefore(location: number, moments: Float64Array, checkCancelled: CheckCancelled): Float64Array {
    const places = this.placesOf(location, checkCancelled);
    const counts = new Float64Array(moments.length);
    for (let done = 0; done < moments.length;) {
      const moment = moments[done] ?? absent(done);
      const at = lastWhere(places, ({ time }) => time < moment);
      const next = places[at + 1]?.time ?? Infinity;
      // All moments between two places are found in one reading.
      let end = done + 1;
      while (end < moments.length && (moments[end] ?? absent(end)) <= next) end++;
      checkCancelled();
      this.countFrom(location, places[at], moments.subarray(done, end), counts.subarray(done, end));
      done = end;
    }
    return counts;
  }

  /**
   * The regions that a location is in at a moment, outermost first: after the last event that is not later.
   * @param moment seconds since the start of the trace
   */
  openAt(location: number, moment: number, checkCancelled: CheckCancelled): OpenRegion[] {
    const places = this.placesOf(location, checkCancelled);
    const place = places[lastWhere(places, ({ time }) => time <= moment)];
    const regions = new OpenRegions(this.program, place?.open);
    for (const { batch } of this.trace.batchesFrom(location, place))
      for (let i = 0; i < batch.count; i++) {
        if ((batch.time[i] ?? absent(i)) > moment) return regionsAbove(regions.now.top);
        regions.add(batch, i);
      }
    return regionsAbove(regions.now.top);
  }

  /**
   * The first call of some regions that begins after a moment and before another one, outer ones first.
   * @param regions by their numbers
   */
  nextCall(
    location: number,
    after: number,
    before: number,
    regions: ReadonlySet<number>,
    checkCancelled: CheckCancelled,
  ): OpenRegion | undefined {
    const places = this.placesOf(location, checkCancelled);
    const place = places[lastWhere(places, ({ time }) => time <= after)];
    const open = new OpenRegions(this.program, place?.open);
    for (const { batch } of this.trace.batchesFrom(location, place)) {
      checkCancelled();
      for (let i = 0; i < batch.count; i++) {
        const time = batch.time[i] ?? absent(i);
        if (time >= before) return undefined;
        open.add(batch, i);
        const top = open.innermost;
        const begins = batch.kind[i] === EventKind.Enter || batch.kind[i] === EventKind.ProgramBegin;
        if (begins && time > after && top !== undefined && regions.has(top.region)) return top;
      }
    }
    return undefined;
  }

  /**
   * The calls of a location that overlap a window of time, in the order in which they end; those that are not left end with
   * its last event.
   * @returns undefined where tasks take turns in the window: their calls do not lie within one another
   */
  callsIn(location: number, from: number, to: number, checkCancelled: CheckCancelled): EndedCall[] | undefined {
    const places = this.placesOf(location, checkCancelled);
    const calls = new CallEnds(from, to);
    let at = lastWhere(places, ({ time }) => time < from);
    while (at < places.length - 1) {
      const [begun, place] = [at, places[at]];
      const regions = new OpenRegions(this.program, place?.open);
      let events = place?.events ?? 0;
      reading: for (const { batch } of this.trace.batchesFrom(location, place)) {
        checkCancelled();
        for (let i = 0; i < batch.count; i++) {
          if (!calls.add(batch, i, regions)) return undefined;
          // Batches read from here end elsewhere than those that the places were found with.
          if (++events !== places[at + 1]?.events) continue;
          at++;
          if (calls.isBehind) break reading;
        }
      }
      if (at === begun) at++;
      const { open } = calls;
      if (calls.isBehind && open === undefined) return calls.ended;
      // A region open after the window has ended if a later position no longer has it.
      while (open !== undefined && at < places.length - 1 && hasOpen(places[at + 1], open)) at++;
    }
    calls.end(places.at(-1)?.time ?? 0, places.at(-1)?.open.top);
    return calls.ended;
  }

  /**
   * Iterates over all events of a location.
   * @param hear called with each event: the innermost regions before and after it, its time, and its kind
   * @returns false if tasks alternated: a call may then be reported several times
   */
  walk(
    location: number,
    checkCancelled: CheckCancelled,
    hear: (before: OpenRegion | undefined, after: OpenRegion | undefined, time: number, kind: number) => void,
  ): boolean {
    const regions = new OpenRegions(this.program);
    let isNested = true;
    let before: OpenRegion | undefined;
    for (const { batch } of this.trace.batchesFrom(location)) {
      checkCancelled();
      for (let i = 0; i < batch.count; i++) {
        if (batch.kind[i] === EventKind.ThreadTaskSwitch) isNested = false;
        regions.add(batch, i);
        const after = regions.innermost;
        hear(before, after, batch.time[i] ?? absent(i), batch.kind[i] ?? absent(i));
        before = after;
      }
    }
    return isNested;
  }

  /**
   * Returns positions from which reading the locations of a process provides the full state at a time: the open calls
   * and the thread teams. Locations that are omitted are read from their start.
   */
  startsFor(locations: readonly number[], moment: number, checkCancelled: CheckCancelled): Map<number, KnownPlace> {
    const starts = new Map<number, KnownPlace>();
    if (!(moment > 0)) return starts;
    const [forker, more] = this.forkersAmong(locations, checkCancelled);
    // If threads fork nested teams, these are known from their start only.
    if (more !== undefined) return starts;
    const outside = forker === undefined ? undefined : this.lastOutsideTeams(forker, moment, checkCancelled);
    if (forker !== undefined && outside === undefined) return starts;
    for (const location of locations) {
      const places = this.placesOf(location, checkCancelled);
      const before = outside?.time ?? moment;
      const place = location === forker ? outside : places[lastWhere(places, ({ time }) => time < before)];
      if (place?.open.task === undefined && place?.open.suspended.size === 0) starts.set(location, place);
    }
    return starts;
  }

  /** Locations that fork teams of threads. */
  forkersAmong(locations: readonly number[], checkCancelled: CheckCancelled): number[] {
    return locations.filter((location) => (this.placesOf(location, checkCancelled).at(-1)?.forks ?? 0) > 0);
  }

  /** The trace from some places on to a moment; events behind it may be in it. Calls that are open at a place are entered there. */
  between(starts: ReadonlyMap<number, KnownPlace>, to: number): Trace {
    const { trace } = this;
    return {
      definitions: trace.definitions,
      problems: [],
      *batches(location) {
        const start = starts.get(location);
        if (start?.open.top !== undefined) yield enteredAgain(regionsAbove(start.open.top));
        for (const { batch } of trace.batchesFrom(location, start)) {
          yield batch;
          if (batch.count > 0 && (batch.time[batch.count - 1] ?? absent(batch.count)) >= to) return;
        }
      },
    };
  }

  /** The last place before a moment at which no team is open that the location forked. */
  private lastOutsideTeams(location: number, moment: number, checkCancelled: CheckCancelled): KnownPlace | undefined {
    const places = this.placesOf(location, checkCancelled);
    const last = lastWhere(places, ({ time }) => time < moment);
    return places.slice(0, last + 1).findLast(({ teams }) => teams === 0);
  }

  private countFrom(
    location: number,
    place: EventPlace | undefined,
    moments: Float64Array,
    counts: Float64Array,
  ): void {
    let before = place?.events ?? 0;
    let at = 0;
    for (const { batch } of this.trace.batchesFrom(location, place)) {
      for (let i = 0; i < batch.count; i++, before++) {
        const time = batch.time[i] ?? absent(i);
        while (at < moments.length && time >= (moments[at] ?? absent(at))) counts[at++] = before;
        if (at === moments.length) return;
      }
    }
    counts.fill(before, at);
  }

  private placesOf(location: number, checkCancelled: CheckCancelled): readonly KnownPlace[] {
    const known = this.places.get(location);
    if (known !== undefined) return known;
    const found: KnownPlace[] = [];
    const regions = new OpenRegions(this.program);
    let [forks, teams] = [0, 0];
    for (const { batch, next } of this.trace.batchesFrom(location)) {
      checkCancelled();
      for (let i = 0; i < batch.count; i++) {
        if (batch.kind[i] === EventKind.ThreadFork) [forks, teams] = [forks + 1, teams + 1];
        if (batch.kind[i] === EventKind.ThreadJoin) teams--;
        regions.add(batch, i);
      }
      const open = regions.now;
      this.hold(open);
      found.push({ ...next, open, forks, teams });
    }
    this.places.set(location, found);
    return found;
  }

  /** Reserves memory for a position and the state that only it has. */
  private hold({ top, suspended }: OpenState): void {
    let regions = suspended.size;
    for (const stack of [top, ...[...suspended.values()].map(([each]) => each)])
      for (let at = stack; at !== undefined && !this.held.has(at); at = at.around) {
        this.held.add(at);
        regions++;
      }
    this.room.hold(BYTES_A_PLACE + BYTES_A_REGION * regions);
  }
}

/** Events that enter regions, outermost first. */
function enteredAgain(open: readonly OpenRegion[]): EventBatch {
  return {
    count: open.length,
    kind: new Uint8Array(open.length).fill(EventKind.Enter),
    time: Float64Array.from(open, ({ enter }) => enter),
    reference: Uint32Array.from(open, ({ region }) => region),
    site: Uint32Array.from(open, ({ site }) => site),
    operands: new Float64Array(0),
  };
}

/** A call, and when it ended. */
export interface EndedCall {
  readonly call: OpenRegion;
  readonly end: number;
}

/** Finds the ends of calls that overlap a window, event by event; behind the window only of those that began before its end. */
class CallEnds {
  readonly ended: EndedCall[] = [];
  /** Whether the end of the window has come. */
  isBehind = false;
  /** The innermost call that began before the end of the window and has not ended, once that has come. */
  open: OpenRegion | undefined;

  constructor(
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Takes in an event. @returns false where tasks take turns */
  add(batch: EventBatch, event: number, regions: OpenRegions): boolean {
    if (batch.kind[event] === EventKind.ThreadTaskSwitch) return false;
    const time = batch.time[event] ?? absent(event);
    const before = regions.now.top;
    if (!this.isBehind && time >= this.to) {
      this.isBehind = true;
      this.open = before;
    }
    regions.add(batch, event);
    const after = regions.now.top;
    if (this.isBehind) this.closeTo(depthOf(after), time);
    else if (time >= this.from)
      for (let at = before; at !== undefined && at.depth > depthOf(after); at = at.around)
        this.ended.push({ call: at, end: time });
    return true;
  }

  /** No more events come. @param top what is open then */
  end(time: number, top: OpenRegion | undefined): void {
    if (!this.isBehind) this.open = top;
    this.closeTo(-1, time);
  }

  private closeTo(depth: number, time: number): void {
    for (; this.open !== undefined && this.open.depth > depth; this.open = this.open.around)
      this.ended.push({ call: this.open, end: time });
  }
}

const depthOf = (top: OpenRegion | undefined): number => top?.depth ?? -1;

/** Whether a call is open at a place, which another reading may have made. */
function hasOpen(place: KnownPlace | undefined, { depth, region, site, enter }: OpenRegion): boolean {
  let at = place?.open.top;
  while (at !== undefined && at.depth > depth) at = at.around;
  return at?.depth === depth && at.region === region && at.site === site && at.enter === enter;
}

/** The last place for which something holds that then holds for all before it; -1 where that is the start. */
function lastWhere<T>(places: readonly T[], holds: (place: T) => boolean): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(places[middle] ?? absent(middle))) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
