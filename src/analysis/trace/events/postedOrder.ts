import { elementAt } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { Quadruples } from '../tables/quadruples.js';
import type { Processes } from '../../../model/processes.js';
import type { EventSource } from './eventSource.js';
import type { ReceiveOrder } from './state/messageQueues.js';

interface Post {
  readonly time: number;
  readonly request: number;
}

interface Receipt {
  readonly location: number;
  /** Position among the events of its location. */
  readonly ordinal: number;
  readonly time: number;
  /** Request of a non-blocking receive. */
  readonly request: number | undefined;
  readonly communicator: number;
  readonly sender: number;
  readonly tag: number;
  /** When a blocking receive was called. */
  readonly called: number;
}

/**
 * Returns the order in which receives were posted, in which MPI assigns messages to them, if it is not the order of
 * completion. Only later events reveal it, so this reads the trace again and remembers the receives of the affected
 * channels. It is needed only when a receive completes before one posted earlier.
 */
export function postedOrder(source: EventSource, processes: Processes): ReceiveOrder {
  const shifts = new Map<number, Map<number, number>>();
  for (const locations of processes.locations) {
    const { posts, receipts } = read(source, locations);
    for (const channel of byChannel(receipts, posts)) {
      if (isInOrder(channel)) continue;
      const completed = new Map(channel.map((posted, place) => [posted, place]));
      [...channel]
        .sort((a, b) => a.posted - b.posted)
        .forEach((posted, place) => {
          const { location, ordinal } = posted.receipt;
          let ofLocation = shifts.get(location);
          if (ofLocation === undefined) shifts.set(location, (ofLocation = new Map<number, number>()));
          ofLocation.set(ordinal, place - (completed.get(posted) ?? place));
        });
    }
  }
  return { shift: (location, ordinal) => shifts.get(location)?.get(ordinal) ?? 0 };
}

/** The posts and receipts of a process in order of time. */
function read(source: EventSource, locations: readonly number[]): { posts: Post[]; receipts: Receipt[] } {
  const posts: Post[] = [];
  const receipts: Receipt[] = [];
  for (const location of locations) {
    let ordinal = 0;
    let called = 0;
    const batches = source.from(location, 0);
    for (let next = batches.next(); next.done !== true; next = batches.next()) {
      const { count, kind, time, reference, operands } = next.value;
      for (let i = 0; i < count; i++, ordinal++) {
        const [now, at] = [elementAt(time, i), elementAt(reference, i)];
        if (kind[i] === EventKind.Enter) called = now;
        else if (kind[i] === EventKind.MpiIrecvRequest) posts.push({ time: now, request: elementAt(operands, at) });
        else if (kind[i] === EventKind.MpiRecv || kind[i] === EventKind.MpiIrecv) {
          const communicator = elementAt(operands, at);
          const sender = elementAt(operands, at + 1);
          const tag = elementAt(operands, at + 2);
          const request = kind[i] === EventKind.MpiIrecv ? elementAt(operands, at + 4) : undefined;
          receipts.push({ location, ordinal, time: now, request, communicator, sender, tag, called });
        }
      }
    }
  }
  if (locations.length > 1) {
    posts.sort((a, b) => a.time - b.time);
    receipts.sort((a, b) => a.time - b.time);
  }
  return { posts, receipts };
}

interface PostedReceipt {
  readonly receipt: Receipt;
  readonly posted: number;
}

function isInOrder(channel: readonly PostedReceipt[]): boolean {
  let before = Number.NEGATIVE_INFINITY;
  return channel.every(({ posted }) => {
    const isLater = before <= posted;
    before = posted;
    return isLater;
  });
}

/** The receipts of each channel, in order of completion, with the time at which each was posted. */
function byChannel(receipts: readonly Receipt[], posts: readonly Post[]): PostedReceipt[][] {
  const channels = new Quadruples();
  const found: PostedReceipt[][] = [];
  const open = new Map<number, number>();
  let next = 0;
  for (const receipt of receipts) {
    for (let post = posts[next]; post !== undefined && post.time <= receipt.time; post = posts[++next]) {
      open.set(post.request, post.time);
    }
    const { request, communicator, sender, tag, called } = receipt;
    const posted = request === undefined ? called : (open.get(request) ?? receipt.time);
    if (request !== undefined) open.delete(request);
    const channel = channels.number(communicator, sender, 0, tag);
    (found[channel] ??= []).push({ receipt, posted });
  }
  return found;
}
