import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pprof } from '../../../src/formats/pprof/index.js';
import { readPprof } from '../../../src/formats/pprof/read.js';
import { MessageReader } from '../../../src/formats/pprof/wire.js';
import { Damaged } from '../../../src/formats/stacks/damage.js';
import { MessageWriter } from '../../../src/formats/pprof/wireWriter.js';
import { PprofBomb } from '../../bombs/pprofBombs.js';
import { flatOf, profileAt, reportOf, sample, totalOf } from '../stacks/support.js';

describe('a profile that Go wrote', () => {
  const profile = profileAt(sample('work.pb.gz'));
  const flat = flatOf(profile);

  it('has the times that "go tool pprof -top" prints', () => {
    expect(totalOf(profile, 'time')).toBeCloseTo(1.26, 12);
    expect(totalOf(profile, 'samples')).toBe(126);
    for (const [name, own, whole] of [
      ['runtime.asyncPreempt', 0.68, 0.68],
      ['main.inner', 0.58, 1.26],
      ['main.main', 0, 1.26],
      ['main.outer', 0, 1.06],
      ['main.small', 0, 1.06],
      ['runtime.main', 0, 1.26],
    ] as const) {
      expect(flat.get(name)?.exclusive).toBeCloseTo(own, 12);
      expect(flat.get(name)?.inclusive).toBeCloseTo(whole, 12);
    }
  });

  it('has inlined functions below those that they were inlined into', () => {
    const { callTree } = profile.space;
    const regions = profile.definitions.regions.map(({ name }) => name);
    const node = [...callTree.region].findIndex((region) => regions[region] === 'main.small');
    expect(regions[callTree.region[callTree.parent[node] ?? -1] ?? -1]).toBe('main.outer');
  });

  it('is attributed to lines', () => {
    const { hotLines = [], lines } = reportOf(profile);
    expect(hotLines.find(({ place }) => place.line === 15)?.region).toBe('main.inner');
    expect(lines.find(({ place }) => place.file.endsWith('work.go') && place.line === 35)?.seconds).toBeCloseTo(
      1.06,
      12,
    );
  });

  it('reports negative values', () => {
    const written = new PprofBomb(1);
    written.samples(1, [1], 5);
    written.samples(2, [1], -1);
    const read = readPprof(gunzipSync(written.packed()));
    expect(read?.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2 values of the file are negative, which no time and no count is: /),
    ]);
  });

  it('is recognized packed and unpacked', () => {
    const packed = readFileSync(sample('work.pb.gz'));
    expect(pprof.recognizes(packed.subarray(0, 512))).toBe(true);
    expect(pprof.recognizes(gunzipSync(packed).subarray(0, 512))).toBe(true);
    expect(pprof.recognizes(Buffer.from('\n\u0004abcd'))).toBe(false);
  });

  it('is refused in a sentence wherever it is cut', () => {
    const whole = gunzipSync(readFileSync(sample('work.pb.gz')));
    for (let length = 0; length < whole.length; length += 7)
      try {
        readPprof(whole.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(Damaged);
      }
  });
});

describe('protocol buffers', () => {
  it('read back what was written', () => {
    const whole = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(whole, fc.array(whole), fc.string({ unit: 'grapheme' }), (number, numbers, text) => {
        const writer = new MessageWriter();
        writer.number(1, number);
        writer.numbers(2, numbers);
        const inner = new MessageWriter();
        inner.text(1, text);
        writer.message(3, inner);
        const reader = new MessageReader(writer.result());
        const read: { number: number; numbers: number[]; text: string } = { number: 0, numbers: [], text: '' };
        while (reader.next()) {
          if (reader.field === 1) read.number = reader.number();
          else if (reader.field === 2) reader.numbers((value) => read.numbers.push(value));
          else {
            const message = reader.message();
            while (message.next()) read.text = message.text();
          }
        }
        expect(read).toEqual({ number, numbers, text });
      }),
    );
  });
});
