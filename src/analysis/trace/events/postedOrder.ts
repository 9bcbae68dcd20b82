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
 * The order in which receives were posted, which is the order in which MPI gives them their messages, where it is not
 * the order of completion. Only later events can tell, so this reads the trace once more and remembers the receives
 * of the channels concerned; it is needed only when a receive completes before one posted earlier.
 */
export function postedOrder(source: EventSource, processes: Processes): ReceiveOrder {
  const shifts = new Map<number, Map<number, number>>();
  for (const locations of processes.locations) {
    const { posts, receipts } = read(source, locations);
    for (const channel of byChannel(receipts, posts)) {
      if (channel.every(({ posted }, i) => i === 0 || channel[i - 1].posted <= posted)) continue;
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
        if (kind[i] === EventKind.Enter) called = time[i];
        else if (kind[i] === EventKind.MpiIrecvRequest) posts.push({ time: time[i], request: operands[reference[i]] });
        else if (kind[i] === EventKind.MpiRecv || kind[i] === EventKind.MpiIrecv) {
          const [communicator, sender, tag, , id] = operands.subarray(reference[i], reference[i] + 5);
          const request = kind[i] === EventKind.MpiIrecv ? id : undefined;
          receipts.push({ location, ordinal, time: time[i], request, communicator, sender, tag, called });
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

/** The receipts of each channel, in order of completion, with the time at which each was posted. */
function byChannel(receipts: readonly Receipt[], posts: readonly Post[]): PostedReceipt[][] {
  const channels = new Quadruples();
  const found: PostedReceipt[][] = [];
  const open = new Map<number, number>();
  let next = 0;
  for (const receipt of receipts) {
    for (; next < posts.length && posts[next].time <= receipt.time; next++) {
      open.set(posts[next].request, posts[next].time);
    }
    const { request, communicator, sender, tag, called } = receipt;
    const posted = request === undefined ? called : (open.get(request) ?? receipt.time);
    if (request !== undefined) open.delete(request);
    const channel = channels.number(communicator, sender, 0, tag);
    if (channel === found.length) found.push([]);
    found[channel].push({ receipt, posted });
  }
  return found;
}
