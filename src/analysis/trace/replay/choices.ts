import { absent, elementAt } from '../../../base/elements.js';
import type { MessageMatching } from '../matching/messages.js';
import { probeBefore } from '../messages/probedReceive.js';
import { Operation } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/**
 * Received messages that the program took because they came first, as far as the trace shows. Rows of a location are in
 * the order in which it received the messages.
 */
export interface Choices {
  /** MPI call that received the message, that sent it, and the probe that waited for it in advance, or NONE. */
  readonly call: Int32Array;
  readonly send: Int32Array;
  readonly probe: Int32Array;
  /** The choice before, among the same messages, or NONE. */
  readonly before: Int32Array;
  /** When the receive was posted; -Infinity for blocking ones, which could have received any earlier message. */
  readonly posted: Float64Array;
  /** By MPI call: its first choice, or NONE; empty without choices. */
  readonly ofCall: Int32Array;
}

/** Receives among which messages compete: those of one location. */
interface Group {
  /** The sender, as a rank; NONE with several. */
  source: number;
  /** Whether the calls choose by definition, as MPI_Waitany does. */
  readonly isByDefinition: boolean;
  latest: Receive | undefined;
  /** Pairs of successive receives from different senders, and those whose second message had long been sent. */
  pairs: number;
  against: number;
  /** The latest choice. */
  choice: number;
}

/** A row of the receives, and the call that sent its message. */
interface Receive {
  readonly row: number;
  readonly sender: number;
  readonly group: Group;
}

/** Clocks differ and messages overtake each other: up to this share of pairs may contradict the order of arrival. */
const MOST_AGAINST = 0.1;

/**
 * Finds the receives whose order the arrival of messages decided. MPI_Waitany and MPI_Waitsome choose among all pending
 * receives of their location. A trace does not contain MPI_ANY_SOURCE. Blocking receives count as such if a location
 * receives from several senders at one call path, with one communicator and tag. The order must be that of the sends. A
 * pair is against it if its second message had been sent before the send of the first one began.
 */
export function choicesOf(records: CommunicationRecords, { sendOf }: MessageMatching): Choices {
  const { sends, receives } = records;
  const groups = new Groups(records);
  const found: Receive[] = [];
  for (let row = 0; row < receives.length; row++) {
    const send = sendOf[row] ?? absent(row);
    const sender = send < 0 ? NONE : (sends.columns.operation[send] ?? absent(send));
    const group = sender === NONE ? undefined : groups.of(row);
    if (group === undefined) continue;
    const receive = { row, sender, group };
    found.push(receive);
    observe(receive, records);
  }
  return rowsOf(
    found.filter(({ group }) => isChoosing(group)),
    records,
  );
}

function isChoosing({ source, isByDefinition, pairs, against }: Group): boolean {
  return source === NONE && (isByDefinition || against <= MOST_AGAINST * pairs);
}

/** Adds a receive to the evidence of its group. */
function observe(receive: Receive, { receives, ends, operations }: CommunicationRecords): void {
  const { enter, leave } = operations.columns;
  const { group } = receive;
  const peerOf = ({ row }: Receive): number => ends.peer(receives.columns.end[row] ?? absent(row));
  const { latest } = group;
  group.latest = receive;
  const peer = peerOf(receive);
  if (latest === undefined) group.source = peer;
  else if (peer !== peerOf(latest)) {
    group.source = NONE;
    group.pairs++;
    if (elementAt(leave, receive.sender) < elementAt(enter, latest.sender)) group.against++;
  }
}

/** The groups of receives, by what their messages have in common. */
class Groups {
  private readonly byKey = new Map<string, Group>();
  /** By `end * nodes + node`, which recur. */
  private readonly known = new Map<number, Group>();

  constructor(private readonly records: CommunicationRecords) {}

  /** @returns undefined for a receive that does not choose */
  of(receive: number): Group | undefined {
    const { operations, receives } = this.records;
    const { kind, node } = operations.columns;
    const call = receives.columns.operation[receive] ?? absent(receive);
    if (call === NONE) return undefined;
    const operation = kind[call] ?? absent(call);
    const isByDefinition = operation === Operation.Waitany || operation === Operation.Waitsome;
    if (!isByDefinition && operation !== Operation.Recv) return undefined;
    const end = receives.columns.end[receive] ?? absent(receive);
    const path = isByDefinition ? NONE : (node[call] ?? absent(call));
    const key = (path + 1) * this.records.ends.count + end;
    let group = this.known.get(key);
    if (group === undefined) this.known.set(key, (group = this.named(path, end)));
    return group;
  }

  private named(path: number, end: number): Group {
    const { ends } = this.records;
    const isByDefinition = path === NONE;
    const location = ends.location(end);
    const key = isByDefinition ? `${location}` : [location, path, ends.communicator(end), ends.tag(end)].join(' ');
    let group = this.byKey.get(key);
    if (group === undefined) {
      group = { source: NONE, isByDefinition, latest: undefined, pairs: 0, against: 0, choice: NONE };
      this.byKey.set(key, group);
    }
    return group;
  }
}

function rowsOf(chosen: readonly Receive[], { receives, operations }: CommunicationRecords): Choices {
  const { operation, postTime } = receives.columns;
  const before = new Int32Array(chosen.length);
  const posted = new Float64Array(chosen.length);
  const ofCall = new Int32Array(chosen.length === 0 ? 0 : operations.length).fill(NONE);
  for (const [choice, { row, group }] of chosen.entries()) {
    before[choice] = group.choice;
    group.choice = choice;
    posted[choice] = group.isByDefinition ? (postTime[row] ?? absent(row)) : Number.NEGATIVE_INFINITY;
    const call = operation[row] ?? absent(row);
    if (ofCall[call] === NONE) ofCall[call] = choice;
  }
  const call = Int32Array.from(chosen, ({ row }) => operation[row] ?? absent(row));
  const probe = call.map((one) => probeBefore({ operations }, one));
  return { call, send: Int32Array.from(chosen, ({ sender }) => sender), probe, before, posted, ofCall };
}
