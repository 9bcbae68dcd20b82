import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/pictures/timeline/rowTree.js';
import { xOf, yOf } from '../../src/pictures/timeline/frame.js';
import { exchangedText, messageUnder } from '../../src/webviews/timeline/exchanged.js';
import type { MarksAnswer } from '../../src/webviews/timeline/run.js';

const frame = { window: { from: 0, to: 10 }, left: 100, width: 1000, top: 50, rowHeight: 20, gap: 10, rows: 3 };
const rows = [0, 1, 2].map((location): Row => ({
  ...{ key: `location ${location}`, name: `rank ${location}`, locations: [location] },
  ...{ isGroup: false, isOpen: false, depth: 0 },
}));
const run = { locations: [0, 1, 2], names: ['rank 0', 'rank 1', 'rank 2'] };

const none = () => ({ u: new Uint32Array(0), f: new Float64Array(0) });
/** One message, from rank 0 at 2 s to rank 1 at 3 s. */
const marks: MarksAnswer = {
  head: { waits: 0, messages: 100, collectives: 0, path: 0 },
  columns: {
    messageFrom: Uint32Array.of(0),
    messageTo: Uint32Array.of(1),
    messageSend: Float64Array.of(2),
    messageReceive: Float64Array.of(3),
    messageWaiting: Float64Array.of(0.5),
    messageBytes: Float64Array.of(4096),
    ...{ waitLocation: none().u, waitFrom: none().f, waitTo: none().f, waitNode: none().u, waitProperty: none().u },
    ...{ waitLate: new Int32Array(0), waitLateTime: none().f },
    ...{ collectiveCommunicator: none().u, collectiveOperation: none().u, collectiveFirst: none().f },
    ...{ collectiveLast: none().f, collectiveEnd: none().f, collectiveLate: none().u, collectiveWaiting: none().f },
    ...{ communicator: none().u, communicatorEnd: none().u, communicatorMember: none().u },
    ...{ pathLocation: none().u, pathFrom: none().f, pathTo: none().f },
  },
};
/** Bundles: where the message is, and from rank 1 to rank 2. */
const bundles = {
  ...{ rows, marks },
  answer: {
    head: { messages: 100, single: 1, omitted: 0, columns: 31 },
    columns: {
      ...{ sender: Uint32Array.of(0, 1), receiver: Uint32Array.of(1, 2), count: Float64Array.of(90, 9) },
      ...{ bytes: Float64Array.of(9000, 900), waiting: Float64Array.of(0, 0) },
      ...{ send: Float64Array.of(2, 6), receive: Float64Array.of(3, 6) },
    },
  },
};
const look = {
  ...{ rows, order: 'time' as const, showsMessages: true, bundles },
  marks: { window: frame.window, answer: marks },
};
// Nearer to the sender: a tenth of the way along the line.
const onMessage = { x: xOf(frame, 2.1), y: yOf(frame, 1) - 9 };
const onBundle = { x: xOf(frame, 6), y: yOf(frame, 2) - 5 };

describe('what is exchanged under a pointer', () => {
  it('is the message, with who sent how much to whom, when, and the waiting', () => {
    expect(exchangedText(frame, look, run, onMessage)).toBe(
      'rank 0 sent 4,096 B to rank 1 at 2.000000 s, received 1.00 s later; 500 ms of waiting',
    );
    expect(messageUnder(frame, look, onMessage)?.end).toBe('sender');
  });

  it('is the bundle where no message is', () => {
    expect(exchangedText(frame, look, run, onBundle)).toBe(
      '9 messages from rank 1 to rank 2 with 900 B, sent at about 6.000000 s',
    );
    expect(messageUnder(frame, look, onBundle)).toBeUndefined();
    expect(exchangedText(frame, look, run, { x: 900, y: 95 })).toBeUndefined();
  });

  it('is nothing that is not drawn: in logical order, without messages, of rows before', () => {
    for (const point of [onMessage, onBundle]) {
      expect(exchangedText(frame, { ...look, order: 'logical' }, run, point)).toBeUndefined();
      expect(exchangedText(frame, { ...look, showsMessages: false }, run, point)).toBeUndefined();
    }
    expect(exchangedText(frame, { ...look, bundles: { ...bundles, rows: [...rows] } }, run, onBundle)).toBeUndefined();
  });
});
