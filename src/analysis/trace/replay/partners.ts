import { absent, elementAt } from '../../../base/elements.js';
import type { MessageMatching } from '../matching/messages.js';
import { probeBefore } from '../messages/probedReceive.js';
import { Operation, operationFlags } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/** Of each MPI call the calls that it cannot end before, by their beginning: those of call c from `first[c]` up to `first[c + 1]`. */
export interface Partners {
  readonly first: Int32Array;
  readonly partner: Int32Array;
}

/** Reports that `call` cannot end before `partner` began; both are rows of the MPI calls. */
export type WaitsFor = (call: number, partner: number) => void;

/** Operations that end when a message has come. */
const receiving = operationFlags([
  Operation.Recv,
  Operation.Sendrecv,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);

/** Operations that can end only after the receiver of a message arrived. */
const sending = operationFlags([
  Operation.Send,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);

/** @param visit receives all pairs, the same ones in each call; calls of one location do not wait for each other */
export function partnersOf(
  { operations }: Pick<CommunicationRecords, 'operations'>,
  visit: (add: WaitsFor) => void,
): Partners {
  const { location } = operations.columns;
  const first = new Int32Array(operations.length + 1);
  const areApart = (call: number, partner: number): boolean => location[call] !== location[partner];
  visit((call, partner) => {
    if (areApart(call, partner)) first[call + 1] = elementAt(first, call + 1) + 1;
  });
  let sum = 0;
  first.forEach((count, call) => (first[call] = sum += count));
  const next = first.slice();
  const partner = new Int32Array(sum);
  visit((call, of) => {
    if (!areApart(call, of)) return;
    const at = elementAt(next, call);
    partner[at] = of;
    next[call] = at + 1;
  });
  return { first, partner };
}

/**
 * Visits the waiting dependencies of messages. A receive ends after its send began. A send waits for its receiver only
 * if the trace shows it. It is unknown whether it would without recording, since a message may be buffered.
 */
export function visitMessages(records: CommunicationRecords, { sendOf }: MessageMatching, waitsFor: WaitsFor): void {
  const { operations, sends, receives } = records;
  const { kind } = operations.columns;
  const sent = sends.columns;
  const received = receives.columns;
  for (let receive = 0; receive < receives.length; receive++) {
    const send = sendOf[receive] ?? absent(receive);
    if (send < 0) continue;
    const from = sent.operation[send] ?? absent(send);
    if (from === NONE) continue;
    const to = received.operation[receive] ?? absent(receive);
    if (to !== NONE && receiving[kind[to] ?? absent(to)] === 1) waitsFor(to, from);
    const probe = probeBefore(records, to);
    if (probe !== NONE && wasLate(records, probe, from)) waitsFor(probe, from);
    const completing = sent.completedIn[send] ?? absent(send);
    const posting = received.postedIn[receive] ?? absent(receive);
    if (completing === NONE || posting === NONE || kind[from] === Operation.LocalSend) continue;
    if (sending[kind[completing] ?? absent(completing)] === 1 && wasLate(records, completing, posting))
      waitsFor(completing, posting);
  }
}

/** Whether a call was under way when another one began. */
export function wasLate(
  { operations }: Pick<CommunicationRecords, 'operations'>,
  call: number,
  other: number,
): boolean {
  const { enter, leave } = operations.columns;
  const began = enter[other] ?? absent(other);
  return began > (enter[call] ?? absent(call)) && began <= (leave[call] ?? absent(call));
}
