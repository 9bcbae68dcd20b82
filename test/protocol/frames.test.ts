import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../src/base/elements.js';
import { encodeFrame, type Frame, FrameError, FrameReader } from '../../src/protocol/frames.js';

const column = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.int32Array({ maxLength: 40 }),
  fc.uint32Array({ maxLength: 40 }),
  fc.float64Array({ maxLength: 40 }),
);
const frame: fc.Arbitrary<Frame> = fc.record({
  head: fc.jsonValue({ stringUnit: 'binary' }),
  columns: fc
    .array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), column), { maxLength: 4 })
    .map((named) => Object.fromEntries(named)),
});

const bytesOf = (frames: readonly Frame[]): Buffer => Buffer.concat(frames.flatMap(encodeFrame));

/** Returns the frames that a reader decodes from bytes that arrive repeatedly in pieces of these lengths. */
function readInPieces(bytes: Uint8Array, lengths: readonly number[], largest = 1 << 20): Frame[] {
  const reader = new FrameReader(largest);
  const found: Frame[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const piece = bytes.subarray(at, at + elementAt(lengths, turn % lengths.length));
    found.push(...reader.read(piece));
    at += piece.length;
  }
  return found;
}

describe('frames', () => {
  it('arrive as they were sent, in whatever pieces', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 }),
        (frames, lengths) => {
          const expected = frames.map(({ head, columns }) => ({
            head: JSON.parse(JSON.stringify(head)) as unknown,
            columns,
          }));
          expect(readInPieces(bytesOf(frames), lengths)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keep every bit of a number, in columns that are views of one separate buffer', () => {
    const value = Float64Array.of(0.1, -0, NaN, Infinity, Number.MIN_VALUE, 2 ** 53 + 2);
    const read = elementAt(
      readInPieces(bytesOf([{ head: { id: 1 }, columns: { flag: Uint8Array.of(7), value } }]), [3]),
      0,
    );
    expect(read.columns.value).toEqual(value);
    expect(Object.is(read.columns.value?.[1], -0)).toBe(true);
    expect(read.columns.flag?.buffer).toBe(read.columns.value?.buffer ?? absent('value'));
    expect(read.columns.value?.buffer.byteLength).toBe(
      bytesOf([{ head: { id: 1 }, columns: { flag: Uint8Array.of(7), value } }]).length - 4,
    );
  });

  it('are refused before memory is taken for them where they are too large', () => {
    expect(() => readInPieces(Buffer.from([0xff, 0xff, 0xff, 0xff]), [4], 1000)).toThrow(
      new FrameError('A frame is damaged: it has 4294967295 bytes, and at most 1000 are read.'),
    );
  });

  it('are refused with a FrameError where they are damaged, whichever byte it is', () => {
    const bytes = bytesOf([{ head: { id: 1 }, columns: { value: Float64Array.of(1, 2, 3) } }]);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = elementAt(damaged, at) ^ change;
        try {
          readInPieces(damaged, [damaged.length]);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['nothing', Buffer.from([0, 0, 0, 0]), 'it is empty'],
    ['another content', Buffer.from([8, 0, 0, 0, ...Buffer.from('TTSPACE1')]), 'it does not begin as one'],
    ['an end that comes early', Buffer.from([8, 0, 0, 0, ...Buffer.from('TTFRAME1')]), 'it ends too early'],
  ])('are refused where they hold %s', (_, bytes, reason) => {
    expect(() => readInPieces(bytes, [5])).toThrow(`A frame is damaged: ${reason}.`);
  });
});
