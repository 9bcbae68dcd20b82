import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { elementAt } from '../../../../src/base/elements.js';
import { openArchive } from '../../../../src/formats/otf2/index.js';
import { analyzed } from '../../../support/damageRules.js';
import { rounds } from '../../../support/matrix.js';

const RECORDED = resolve(import.meta.dirname, '../../../../examples/pingpong/recorded');
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bytes-'));
cpSync(RECORDED, folder, { recursive: true });
const anchor = join(folder, 'traces.otf2');
const file = join(folder, 'traces', '0.evt');
const whole = readFileSync(file);
afterAll(() => rmSync(folder, { recursive: true }));

/** Positions of the bytes of timestamps: a mark, then eight bytes whose upper ones are those of all timestamps. */
const timestamps = [...whole.keys()].filter(
  (at) => whole[at] === 5 && at + 9 <= whole.length && whole.subarray(at + 6, at + 9).equals(upperBytes()),
);

function upperBytes(): Buffer {
  const { globalOffset } = openArchive(join(RECORDED, 'traces.otf2')).definitions.clock;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(globalOffset);
  return bytes.subarray(5);
}

describe('a trace with a damaged timestamp', () => {
  test('loses no more time than the run has', () => {
    expect(timestamps.length).toBeGreaterThan(50);
    const place = fc.record({
      at: fc.constantFrom(...timestamps),
      byte: fc.nat(7),
      flip: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(place, ({ at, byte, flip }) => {
        const bytes = Buffer.from(whole);
        bytes[at + 1 + byte] = elementAt(bytes, at + 1 + byte) ^ flip;
        writeFileSync(file, bytes);
        const trace = openArchive(anchor);
        const { span } = trace.definitions;
        const { report } = analyzed(trace);
        expect(report.span).toBeLessThanOrEqual(1.01 * span);
        const severities = [...report.findings, ...report.lines.flatMap(({ properties }) => properties ?? [])];
        const shares = [...severities.map(({ severity }) => severity), ...report.lines.map(({ share }) => share)];
        expect(shares.filter((share) => !(share >= 0 && share <= 1 + 1e-9))).toEqual([]);
      }),
      { numRuns: rounds(60, 500) },
    );
  });
});
