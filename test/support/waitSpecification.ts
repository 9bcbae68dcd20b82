import { elementAt } from '../../src/base/elements.js';
import type { Call, Collective, Execution, Message, Question } from './simulator.js';

/** Seconds by metric, then by `path \t location`. */
export type WaitTable = Map<string, Map<string, number>>;

/**
 * The waiting times of an execution, written down from the definitions as plainly as possible: every call is compared
 * with every message, and nothing is shared with the analysis.
 */
export function specifiedWaits({ messages, receiveOrder, collectives, questions }: Execution): WaitTable {
  const table: WaitTable = new Map();
  const add = (metric: string, { path, location }: Call, seconds: number): void => {
    if (!(seconds > 0)) return;
    let values = table.get(metric);
    if (values === undefined) table.set(metric, (values = new Map<string, number>()));
    const key = `${path}\t${location}`;
    values.set(key, (values.get(key) ?? 0) + seconds);
  };
  const calls = new Set(messages.flatMap(({ receivedIn, sendCompletedIn }) => [receivedIn, sendCompletedIn]));
  for (const call of calls) {
    if (call === undefined) continue;
    const late = lateSender(call, messages);
    add('mpi_latesender', call, late);
    const blocked = late > 0 ? 0 : lateReceiver(call, messages);
    add('mpi_latereceiver', call, blocked);
    if (blocked > 0 && sentInWrongOrder(call, blocked, messages)) add('mpi_latereceiver_wo', call, blocked);
    const order = late > 0 ? wrongOrder(call, messages, elementAt(receiveOrder, call.location)) : undefined;
    if (order !== undefined) {
      add('mpi_latesender_wo', call, late);
      add(order === 'same' ? 'mpi_lswo_same' : 'mpi_lswo_different', call, late);
    }
  }
  for (const question of questions)
    if (isPolling(question, questions)) add('mpi_polling', question.call, question.call.leave - question.call.enter);
  for (const collective of collectives) {
    if (collective.firstGroup !== undefined) waitsBetweenGroups(collective, collective.firstGroup, add);
    else if (collective.members.length > 1) collectiveWaits(collective, add);
  }
  return table;
}

/** Whether a request was asked for in vain and later completed by such a call of the same thread, and this is one of them. */
function isPolling(question: Question, questions: readonly Question[]): boolean {
  const ofThread = questions.filter(({ call }) => call.location === question.call.location);
  return [...question.inVain, ...question.completed].some(
    (request) =>
      ofThread.some(({ inVain }) => inVain.includes(request)) &&
      ofThread.some(({ completed }) => completed.includes(request)),
  );
}

const waitsForReceive = ['MPI_Recv', 'MPI_Sendrecv', 'MPI_Wait', 'MPI_Waitall'];
const waitsForSend = ['MPI_Send', 'MPI_Ssend', 'MPI_Wait', 'MPI_Waitall'];

function lateSenderOf(call: Call, { sendCall }: Message): number {
  return Math.min(sendCall.enter, call.leave) - call.enter;
}

/** The longest of the waits for the messages received in a call. */
function lateSender(call: Call, messages: readonly Message[]): number {
  if (!waitsForReceive.includes(call.name)) return 0;
  return Math.max(0, ...messages.filter((m) => m.receivedIn === call).map((message) => lateSenderOf(call, message)));
}

/** The longest of the waits for the receives of messages whose send completes in a call. */
function lateReceiver(call: Call, messages: readonly Message[]): number {
  if (!waitsForSend.includes(call.name)) return 0;
  const waits = messages
    .filter((m) => m.sendCompletedIn === call && m.sendCall.name !== 'MPI_Bsend')
    .map(({ postedIn }) => (postedIn !== undefined && call.leave > postedIn.enter ? postedIn.enter - call.enter : 0));
  return Math.max(0, ...waits);
}

/** Whether a message that the location sent later was asked for earlier than one of those waited for longest. */
function sentInWrongOrder(call: Call, seconds: number, messages: readonly Message[]): boolean {
  const sent = messages.filter(({ source, postedIn }) => source === call.location && postedIn !== undefined);
  const posted = ({ postedIn }: Message): number => postedIn?.enter ?? Number.NaN;
  const waitedFor = sent
    .filter((m) => m.sendCompletedIn === call && m.sendCall.name !== 'MPI_Bsend')
    .filter((m) => posted(m) - call.enter === seconds);
  return waitedFor.some((late) =>
    sent.some((m) => m.sendTime > late.sendTime && m.sendCompletedIn !== call && posted(m) < posted(late)),
  );
}

/**
 * Reports whether a message received after a Late Sender had been sent before it; the first such message determines the
 * source.
 */
function wrongOrder(
  call: Call,
  messages: readonly Message[],
  received: readonly Message[],
): 'same' | 'different' | undefined {
  const longest = lateSender(call, messages);
  const waitedFor = received.find((m) => m.receivedIn === call && lateSenderOf(call, m) === longest);
  if (waitedFor === undefined) return undefined;
  const later = received.slice(received.indexOf(waitedFor) + 1);
  // Messages that one call completes have no order among themselves.
  const older = later.find(({ sendTime, receivedIn }) => receivedIn !== call && sendTime < waitedFor.sendTime);
  if (older === undefined) return undefined;
  return older.source === waitedFor.source ? 'same' : 'different';
}

/**
 * The Late Senders of wrong order that a trace without some locations still proves: those of calls that know all their
 * senders, after which a message of another known sender is received that had been sent earlier. Of which kind they
 * are is known only where no message of an unknown sender comes between.
 */
export function provenWrongOrder({ messages, receiveOrder }: Execution, missing: ReadonlySet<number>): WaitTable {
  const table: WaitTable = new Map();
  for (const call of new Set(messages.map(({ receivedIn }) => receivedIn))) {
    if (call === undefined || missing.has(call.location)) continue;
    const received = elementAt(receiveOrder, call.location);
    if (received.some((m) => m.receivedIn === call && missing.has(m.source))) continue;
    const seconds = lateSender(call, messages);
    const known = received.filter(({ source }) => !missing.has(source));
    const order = seconds > 0 ? wrongOrder(call, messages, known) : undefined;
    if (order === undefined) continue;
    const put = (metric: string): void => {
      const values = table.get(metric) ?? new Map<string, number>();
      values.set(`${call.path}\t${call.location}`, (values.get(`${call.path}\t${call.location}`) ?? 0) + seconds);
      table.set(metric, values);
    };
    put('mpi_latesender_wo');
    if (!isUnknownBefore(call, seconds, received, missing))
      put(order === 'same' ? 'mpi_lswo_same' : 'mpi_lswo_different');
  }
  return table;
}

/** Whether a message of an unknown sender comes between the one waited for and the first that proves wrong order. */
function isUnknownBefore(
  call: Call,
  seconds: number,
  received: readonly Message[],
  missing: ReadonlySet<number>,
): boolean {
  const at = received.findIndex((m) => m.receivedIn === call && lateSenderOf(call, m) === seconds);
  const { sendTime } = elementAt(received, at);
  for (const message of received.slice(at + 1)) {
    if (missing.has(message.source)) return true;
    if (message.receivedIn !== call && message.sendTime < sendTime) return false;
  }
  return false;
}

type Add = (metric: string, call: Call, seconds: number) => void;

function collectiveWaits({ call: name, root, members }: Collective, add: Add): void {
  const begins = members.map(({ call }) => call.enter);
  const latest = Math.max(...begins);
  const earliestEnd = Math.min(...members.map(({ end }) => end));
  members.forEach(({ call, end, sent, received }, rank) => {
    const until = (moment: number): number => Math.min(moment, end) - call.enter;
    const completion = end - Math.max(earliestEnd, latest);
    switch (name) {
      case 'MPI_Barrier':
        add('mpi_barrier_wait', call, until(latest));
        add('mpi_barrier_completion', call, completion);
        break;
      case 'MPI_Allreduce':
      case 'MPI_Alltoall':
        // All ranks send and receive the same amount here, so that the latest sender is the latest rank.
        if (sent === 0) break;
        add('mpi_wait_nxn', call, until(latest));
        add('mpi_nxn_completion', call, completion);
        break;
      case 'MPI_Bcast':
      case 'MPI_Scatter':
        if (rank !== root && received > 0) add('mpi_latebroadcast', call, until(elementAt(begins, root)));
        break;
      case 'MPI_Reduce':
      case 'MPI_Gather':
        if (rank === root) {
          const senders = members.filter((member, other) => other !== root && member.sent > 0);
          add('mpi_earlyreduce', call, until(Math.max(...senders.map((member) => member.call.enter))));
        }
        break;
      case 'MPI_Scan':
      case 'MPI_Exscan': {
        const lower = members.slice(0, rank + 1).filter((member) => member.sent > 0);
        add('mpi_earlyscan', call, until(Math.max(...lower.map((member) => member.call.enter))));
        break;
      }
    }
  });
}

/** On an intercommunicator one waits for processes of the other group only, and completes with those of the own group. */
function waitsBetweenGroups({ call: name, root, members }: Collective, firstGroup: number, add: Add): void {
  members.forEach(({ call, end, sent, received }, rank) => {
    const own = members.filter((_, other) => other < firstGroup === rank < firstGroup);
    const facing = members.filter((_, other) => other < firstGroup !== rank < firstGroup);
    const until = (moment: number): number => Math.min(moment, end) - call.enter;
    const latest = Math.max(...facing.map((member) => member.call.enter));
    const completion = end - Math.max(...[latest, call.enter, Math.min(...own.map((member) => member.end))]);
    if (name === 'MPI_Barrier') {
      add('mpi_barrier_wait', call, until(latest));
      add('mpi_barrier_completion', call, completion);
    } else if ((name === 'MPI_Allreduce' || name === 'MPI_Alltoall') && sent > 0) {
      add('mpi_wait_nxn', call, until(latest));
      add('mpi_nxn_completion', call, completion);
    } else if ((name === 'MPI_Bcast' || name === 'MPI_Scatter') && received > 0) {
      add('mpi_latebroadcast', call, until(elementAt(members, root).call.enter));
    } else if ((name === 'MPI_Reduce' || name === 'MPI_Gather') && rank === root && received > 0) {
      add('mpi_earlyreduce', call, until(latest));
    }
  });
}
