/** The single calls of a part of a picture, read once for all that is told of them. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/timelineFile.js';
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
  /** Why single calls cannot be told, in one sentence; undefined where they can. */
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
    const { measurement, file, window, locations } = this;
    const found = [...locations.entries()].flatMap(([row, location]) => {
      const calls = this.found.get(location) ?? [];
      const seen = calls.filter(({ call, end }) => call.enter < window.to && end >= window.from);
      if (seen.length === 0) return [];
      const nodeOf = callNodesOf(measurement, file, location, this.checkCancelled);
      return seen.map(({ call, end }) => ({ row, call, end, node: nodeOf(call) }));
    });
    measurement.room.check(28 * found.length);
    return {
      row: Uint32Array.from(found, ({ row }) => row),
      depth: Uint32Array.from(found, ({ call }) => call.depth),
      node: Uint32Array.from(found, ({ node }) => node),
      from: Float64Array.from(found, ({ call }) => call.enter),
      to: Float64Array.from(found, ({ end }) => end),
    };
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
        return 'Tasks take turns here: their calls do not lie within one another and are not shown one by one.';
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
