import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { messageAt, messageText, selectedMessage } from '../../../src/pictures/timeline/messages.js';
import { xOf, yOf } from '../../../src/pictures/timeline/frame.js';

const frame = { window: { from: 0, to: 10 }, left: 100, width: 1000, top: 50, rowHeight: 20, gap: 10, rows: 4 };
const rowOf = new Map([0, 1, 2, 3].map((row) => [row, row]));

/** Messages as [sender, receiver, sent, received, waiting], and nothing else. */
function columnsOf(messages: readonly (readonly [number, number, number, number, number])[]) {
  const column = (at: 0 | 1 | 2 | 3 | 4): number[] => messages.map((message) => message[at]);
  return {
    ...{ waitLocation: new Uint32Array(0), waitFrom: new Float64Array(0), waitTo: new Float64Array(0) },
    ...{ pathLocation: new Uint32Array(0), pathFrom: new Float64Array(0), pathTo: new Float64Array(0) },
    messageFrom: Uint32Array.from(column(0)),
    messageTo: Uint32Array.from(column(1)),
    messageSend: Float64Array.from(column(2)),
    messageReceive: Float64Array.from(column(3)),
    messageWaiting: Float64Array.from(column(4)),
    messageBytes: Float64Array.from(messages, (_, at) => 100 + at),
  };
}

describe('the message under a pointer', () => {
  const moment = fc.double({ min: 0, max: 10, noNaN: true });
  const rank = fc.integer({ min: 0, max: 3 });
  const message = fc.tuple(rank, rank, moment, moment, fc.double({ min: 0, max: 1, noNaN: true }));

  it('is the one whose line it is on, from either end', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.boolean(),
        (messages, which, first) => {
          const meant = elementAt(messages, which % messages.length);
          const [from, to, send, receive] = meant;
          fc.pre(from !== to);
          // A tenth of the way from its end, along the line between the bars.
          const part = first ? 0.1 : 0.9;
          const [down, up] = [frame.rowHeight, 0];
          const [start, end] = from < to ? [down, up] : [up, down];
          const [y1, y2] = [yOf(frame, from) + start, yOf(frame, to) + end];
          const x = xOf(frame, send) + part * (xOf(frame, receive) - xOf(frame, send));
          const hit = messageAt(frame, columnsOf(messages), rowOf, { x, y: y1 + part * (y2 - y1) }, 3);
          expect(hit).toBeDefined();
          // Another one may be there as well.
          const isAlone = messages.filter((one) => one !== meant && one[0] !== one[1]).length === 0;
          if (isAlone)
            expect(hit).toMatchObject({ message: { from, to, send, receive }, end: first ? 'sender' : 'receiver' });
        },
      ),
    );
  });

  it('is none away from all lines, on a single rank, and if a rank is not shown', () => {
    const columns = columnsOf([[0, 1, 2, 3, 0], [2, 2, 5, 6, 0], [1, 9, 7, 8, 0]]); // prettier-ignore
    expect(messageAt(frame, columns, rowOf, { x: 900, y: 75 }, 3)).toBeUndefined();
    expect(messageAt(frame, columns, rowOf, { x: xOf(frame, 5.5), y: yOf(frame, 2) + 10 }, 3)).toBeUndefined();
    expect(messageAt(frame, columns, rowOf, { x: xOf(frame, 2.5), y: 75 }, 3)?.message.bytes).toBe(100);
  });

  it('is highlighted if both ends are shown', () => {
    const message = { from: 0, to: 1, send: 2, receive: 3, bytes: 8, waiting: 0 };
    expect(selectedMessage(frame, rowOf, message)).toEqual([
      expect.objectContaining({ is: 'line', points: [300, 70, 400, 80], ink: 'chosen' }),
    ]);
    expect(selectedMessage(frame, new Map([[0, 0]]), message)).toEqual([]);
  });

  it('is shown with its size, its times and the waiting', () => {
    const who = (location: number): string => `rank ${location}`;
    const message = { from: 1, to: 0, send: 1.25, receive: 1.2554, bytes: 4096, waiting: 0.0031 };
    expect(messageText(message, who)).toBe(
      'rank 1 sent 4,096 B to rank 0 at 1.250000 s, received 5.40 ms later; 3.10 ms of waiting',
    );
    expect(messageText({ ...message, bytes: Number.NaN, receive: 1.25, waiting: 0 }, who)).toBe(
      'rank 1 sent a message to rank 0 at 1.250000 s, received 0 s later',
    );
  });
});
