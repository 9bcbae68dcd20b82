/** The single calls of a part of a picture, read once for all of its data. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { CheckCancelled, EndedCall } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { callNodesOf } from './callNodes.js';
import { eventsIn, MOST_EVENTS, whyInexact } from './intervals.js';
import type { Window } from './largest.js';
import { rowAt } from './shares.js';
import { innermost, type Stretches } from './stretches.js';

/** Calls, column by column; see the query `tiles`. */
interface Intervals {
  readonly row: Uint32Array;
  readonly depth: Uint32Array;
  readonly node: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export class CallsOfTile {
  /** Reason why single calls are not available, in one sentence; undefined if they are. */
  readonly inexact: string | undefined;
  private readonly found = new Map<number, readonly EndedCall[]>();

  constructor(
    private readonly measurement: OpenMeasurement,
    private readonly file: TimelineFile,
    private readonly locations: readonly number[],
    private readonly window: Window,
    private readonly checkCancelled: CheckCancelled,
  ) {
    this.inexact = this.read();
  }

  /** The stretches of a location from the begin of a block to the end of one; undefined where they are not known. */
  stretches(location: number): Stretches | undefined {
    const calls = this.found.get(location);
    return calls === undefined ? undefined : innermost(calls, this.blocksAround(location));
  }

  columns(): Intervals {
    const { measurement, file, locations } = this;
    const count = locations.reduce((sum, location) => sum + this.seenOf(location).length, 0);
    measurement.room.check(28 * count);
    const columns = {
      row: new Uint32Array(count),
      depth: new Uint32Array(count),
      node: new Uint32Array(count),
      from: new Float64Array(count),
      to: new Float64Array(count),
    };
    let at = 0;
    for (const [row, location] of locations.entries()) {
      const seen = this.seenOf(location);
      if (seen.length === 0) continue;
      const nodeOf = callNodesOf(measurement, file, location, this.checkCancelled);
      for (const { call, end } of seen) {
        columns.row[at] = row;
        columns.depth[at] = call.depth;
        columns.node[at] = nodeOf(call);
        columns.from[at] = call.enter;
        columns.to[at++] = end;
      }
    }
    return columns;
  }

  /** The calls of a location that the window shows: those of whole blocks are known. */
  private seenOf(location: number): readonly EndedCall[] {
    const { from, to } = this.window;
    return (this.found.get(location) ?? []).filter(({ call, end }) => call.enter < to && end >= from);
  }

  private read(): string | undefined {
    const { measurement, file, locations, window, checkCancelled } = this;
    const reason = whyInexact(measurement, file);
    if (reason !== undefined) return reason;
    const events = locations.reduce((sum, location) => sum + eventsIn(file, location, window), 0);
    if (events > MOST_EVENTS) return 'There are too many events here for single calls; zoom in to see them.';
    for (const location of locations) {
      const { from, to } = this.blocksAround(location);
      const calls = measurement.events(checkCancelled).callsIn(location, from, to, checkCancelled);
      if (calls === undefined) {
        this.found.clear();
        return 'Tasks take turns here: their calls are not nested and are not shown one by one.';
      }
      this.found.set(location, calls);
    }
    return undefined;
  }

  /** The window, up to the begin and the end of blocks: as far as both know the same. */
  private blocksAround(location: number): Window {
    const { first: firsts, start } = this.file.blocks;
    const [first, last] = [firsts[location] ?? absent(location), (firsts[location + 1] ?? absent(location)) - 1];
    if (last < first) return this.window;
    const at = (time: number): number => rowAt(start, first, last, time);
    const begin = start[at(this.window.from)] ?? absent(first);
    const end = start[Math.min(last, at(this.window.to) + 1)] ?? absent(last);
    return { from: Math.min(begin, end), to: Math.max(begin, end) };
  }
}
