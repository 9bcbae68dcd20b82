/** The teams of threads that a location forked, for the call paths of their members. */
import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import type { CheckCancelled, EventIndex } from '../eventIndex.js';
import type { OpenRegion } from '../openRegions.js';
import type { Room } from '../room.js';

/** Bytes that a fork takes, generously. */
const BYTES_A_FORK = 24;
/** Forks within one another that are looked through. */
const MOST_NESTED = 16;

export class TeamForks {
  private constructor(
    private readonly begin: Float64Array,
    private readonly end: Float64Array,
    /** Call paths in which forks were. */
    private readonly node: Int32Array,
  ) {}

  /**
   * Goes through all events of a location that forks teams.
   * @param nodeOf the call path of a call of that location
   */
  static of(
    events: EventIndex,
    forker: number,
    nodeOf: (call: OpenRegion) => number,
    room: Room,
    checkCancelled: CheckCancelled,
  ): TeamForks {
    const [begin, end, node]: [number[], number[], number[]] = [[], [], []];
    const open: number[] = [];
    events.walk(forker, checkCancelled, (before, _, time, kind) => {
      if (kind === EventKind.ThreadFork) {
        open.push(begin.length);
        begin.push(time);
        end.push(Number.POSITIVE_INFINITY);
        node.push(before === undefined ? -1 : nodeOf(before));
      }
      if (kind === EventKind.ThreadJoin) {
        const fork = open.pop();
        if (fork !== undefined) end[fork] = time;
      }
    });
    room.hold(BYTES_A_FORK * begin.length);
    return new TeamForks(Float64Array.from(begin), Float64Array.from(end), Int32Array.from(node));
  }

  /** The call path in which the team was forked that a member was in at a moment; undefined outside of teams. */
  nodeAt(time: number): number | undefined {
    let [low, high] = [0, this.begin.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.begin[middle] ?? absent(middle)) <= time) low = middle + 1;
      else high = middle;
    }
    for (let fork = low - 1; fork >= Math.max(0, low - MOST_NESTED); fork--)
      if ((this.end[fork] ?? absent(fork)) >= time) return this.node[fork];
    return undefined;
  }
}
