import { absent, addAt } from '../../../base/elements.js';
import { EventKind, type EventBatch } from '../../../model/events.js';
import type { EventSource } from './eventSource.js';

/** Kinds that another location's event of the same time makes possible: at equal times they come last. */
const late = new Uint8Array(256);
for (const kind of [
  EventKind.MpiRecv,
  EventKind.MpiIrecv,
  EventKind.ThreadAcquireLock,
  EventKind.ThreadTeamBegin,
  EventKind.ThreadBegin,
]) {
  late[kind] = 1;
}

interface Cursor {
  readonly batches: Iterator<EventBatch>;
  batch: EventBatch;
  at: number;
}

/**
 * The events of all locations in one order (Wolf 2003, definition 3.1): by time; at equal times a receive, the
 * acquisition of a lock and the begin of a thread come after what other locations do; then by location. Events of one
 * location always stay in their order, even where its clock goes back.
 */
export class GlobalOrder {
  /** Location of the current event. */
  location = -1;
  /** Events of each location that were passed, the current one included. */
  readonly passed: Float64Array;
  private readonly cursors: (Cursor | undefined)[];
  /** Locations that have events left, as a binary heap with the next one first. */
  private readonly heap: number[] = [];

  /** @param passed number of events of each location to skip at the beginning */
  constructor(source: EventSource, passed: Float64Array) {
    this.passed = passed.slice();
    this.cursors = Array.from(passed, (skip, location) => openCursor(source.from(location, skip)));
    this.cursors.forEach((cursor, location) => {
      if (cursor !== undefined) this.heap.push(location);
    });
    for (let i = (this.heap.length >> 1) - 1; i >= 0; i--) this.sink(i);
  }

  /** Batch of the current event. */
  get batch(): EventBatch {
    return this.current().batch;
  }

  /** Position of the current event in its batch. */
  get at(): number {
    return this.current().at;
  }

  /** Goes to the next event; false when there is none. */
  advance(): boolean {
    if (this.location >= 0) this.leaveCurrent();
    const [next = -1] = this.heap;
    this.location = next;
    if (next < 0) return false;
    addAt(this.passed, next, 1);
    return true;
  }

  /** Lets go of the files; nothing can be read any more. */
  close(): void {
    for (const cursor of this.cursors) cursor?.batches.return?.();
    this.heap.length = 0;
    this.location = -1;
  }

  private current(): Cursor {
    const cursor = this.cursors[this.location];
    if (cursor === undefined) throw new RangeError('There is no current event.');
    return cursor;
  }

  private leaveCurrent(): void {
    const cursor = this.current();
    cursor.at++;
    if (cursor.at === cursor.batch.count) {
      const next = nextBatch(cursor.batches);
      if (next === undefined) {
        const last = this.heap.pop();
        if (last === undefined || this.heap.length === 0) return;
        this.heap[0] = last;
      } else {
        cursor.batch = next;
        cursor.at = 0;
      }
    }
    this.sink(0);
  }

  private sink(from: number): void {
    const { heap } = this;
    const moved = heap[from] ?? absent(from);
    let hole = from;
    for (;;) {
      let child = 2 * hole + 1;
      let least = heap[child];
      if (least === undefined) break;
      const sibling = heap[child + 1];
      if (sibling !== undefined && this.precedes(sibling, least)) {
        least = sibling;
        child++;
      }
      if (!this.precedes(least, moved)) break;
      heap[hole] = least;
      hole = child;
    }
    heap[hole] = moved;
  }

  private precedes(one: number, other: number): boolean {
    const a = this.cursors[one];
    const b = this.cursors[other];
    if (a === undefined || b === undefined) return false;
    const difference = timeAt(a) - timeAt(b);
    if (difference !== 0) return difference < 0;
    const order = latenessAt(a) - latenessAt(b);
    return order === 0 ? one < other : order < 0;
  }
}

function timeAt({ batch, at }: Cursor): number {
  return batch.time[at] ?? absent(at);
}

/** 1 for an event that comes last at equal times. */
function latenessAt({ batch, at }: Cursor): number {
  const kind = batch.kind[at] ?? absent(at);
  return late[kind] ?? absent(kind);
}

function openCursor(batches: Iterator<EventBatch>): Cursor | undefined {
  const batch = nextBatch(batches);
  return batch === undefined ? undefined : { batches, batch, at: 0 };
}

function nextBatch(batches: Iterator<EventBatch>): EventBatch | undefined {
  for (;;) {
    const next = batches.next();
    if (next.done === true) return undefined;
    if (next.value.count > 0) return next.value;
  }
}
