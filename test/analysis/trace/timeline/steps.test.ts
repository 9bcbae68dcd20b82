/** Steps of logical order compared with a literal implementation of their definition. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../src/base/elements.js';
import { emptyRecords } from '../../../../src/analysis/trace/records/communicationRecords.js';
import { StepLog } from '../../../../src/analysis/trace/timeline/steps.js';

/** Actions of the program: at each point one process sends to another, or some of them meet. */
type Action =
  | { readonly is: 'message'; readonly from: number; readonly to: number; readonly joins: boolean }
  | { readonly is: 'meeting'; readonly members: readonly number[] }
  | { readonly is: 'alone'; readonly process: number };

interface Operation {
  readonly process: number;
  readonly time: number;
  readonly receivesFrom: number[];
  meeting?: number;
}

const PROCESSES = 4;
const process = fc.nat(PROCESSES - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ is: fc.constant('message' as const), from: process, to: process, joins: fc.boolean() }),
  fc.record({ is: fc.constant('meeting' as const), members: fc.uniqueArray(process, { minLength: 2 }) }),
  fc.record({ is: fc.constant('alone' as const), process }),
);

/** Operations in an order in which they can happen. `joins`: the receive is completed by the last operation of the receiver. */
function operationsOf(actions: readonly Action[]): { operations: Operation[]; meetings: number[][] } {
  const operations: Operation[] = [];
  const meetings: number[][] = [];
  const add = (own: number, receivesFrom: number[] = []): number =>
    operations.push({ process: own, time: operations.length, receivesFrom }) - 1;
  for (const one of actions) {
    if (one.is === 'alone') add(one.process);
    else if (one.is === 'message') {
      const sent = add(one.from);
      const last = operations.findLastIndex((before, at) => before.process === one.to && at !== sent);
      const known = operations[last];
      if (one.joins && known?.meeting === undefined && last > sent) known?.receivesFrom.push(sent);
      else if (one.from !== one.to) add(one.to, [sent]);
    } else {
      const members = one.members.map((member) => add(member));
      for (const member of members) elementAt(operations, member).meeting = meetings.length;
      meetings.push(members);
    }
  }
  return { operations, meetings };
}

/** `step(op) = 1 + max(step before on its location, steps of matching sends)`; those that meet are in the largest of theirs. */
function specified(operations: readonly Operation[], meetings: readonly number[][]): number[] {
  const known = new Map<number, number>();
  const before = (at: number): number => {
    const last = operations.slice(0, at).findLastIndex((one) => one.process === elementAt(operations, at).process);
    return last < 0 ? -1 : stepOf(last);
  };
  const sent = (at: number): number => 1 + before(at);
  const stepOf = (at: number): number => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const { receivesFrom, meeting } = elementAt(operations, at);
    const members = meeting === undefined ? [] : elementAt(meetings, meeting);
    const step = Math.max(sent(at), ...receivesFrom.map((send) => 1 + sent(send)), ...members.map(sent));
    known.set(at, step);
    return step;
  };
  return operations.map((_, at) => stepOf(at));
}

describe('steps of logical order', () => {
  it('are those of their definition, and lateness counts from the first of a step', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { operations, meetings } = operationsOf(actions);
        const records = emptyRecords();
        const log = new StepLog();
        const sendOf: number[] = [];
        for (const [at, { process: own, time, receivesFrom }] of operations.entries()) {
          const row = records.operations.addRow();
          const { columns } = records.operations;
          [columns.enter[row], columns.leave[row]] = [time, time + 0.5];
          [columns.location[row], columns.node[row], columns.kind[row]] = [own, 0, 0];
          for (const send of receivesFrom) {
            const [sent, received] = [records.sends.addRow(), records.receives.addRow()];
            records.sends.columns.operation[sent] = send;
            records.receives.columns.operation[received] = at;
            sendOf.push(records.sends.length - 1);
          }
        }
        log.messages(records, { sendOf: Int32Array.from(sendOf) });
        for (const members of meetings) log.collective(Int32Array.from(members));
        const steps = log.stepsOf(records.operations, PROCESSES);
        const expected = specified(operations, meetings);
        for (let own = 0; own < PROCESSES; own++) {
          const rows = [steps.first[own] ?? 0, steps.first[own + 1] ?? 0] as const;
          const numbers = [...operations.keys()].filter((at) => elementAt(operations, at).process === own);
          expect([...steps.step.subarray(...rows)]).toEqual(numbers.map((at) => expected[at]));
          expect([...steps.collective.subarray(...rows)]).toEqual(
            numbers.map((at) => elementAt(operations, at).meeting ?? -1),
          );
          const first = (step: number | undefined): number => expected.indexOf(step ?? -1);
          expect([...steps.late.subarray(...rows)]).toEqual(numbers.map((at) => at - first(expected[at])));
        }
      }),
    );
  });

  it('come to an end where records contradict each other: two calls that each wait for what the other sends later', () => {
    const records = emptyRecords();
    for (const location of [0, 0, 1, 1]) {
      const row = records.operations.addRow();
      const { columns } = records.operations;
      [columns.enter[row], columns.leave[row], columns.location[row]] = [row, row + 1, location];
      [columns.node[row], columns.kind[row]] = [0, 0];
    }
    const log = new StepLog();
    for (const [receive, send] of [
      [0, 3],
      [2, 1],
    ] as const) {
      // prettier-ignore
      const [sent, received] = [records.sends.addRow(), records.receives.addRow()];
      records.sends.columns.operation[sent] = send;
      records.receives.columns.operation[received] = receive;
    }
    log.messages(records, { sendOf: Int32Array.of(0, 1) });
    const { step } = log.stepsOf(records.operations, 2);
    expect(step).toHaveLength(4);
    expect(Math.min(...step)).toBe(0);
    for (const [one, next] of [[0, 1], [2, 3]] as const) expect(step[next]).toBeGreaterThan(step[one] ?? 0); // prettier-ignore
  });
});
