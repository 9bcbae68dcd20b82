import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/base/files/index.js';
import { linesOf } from '../../../src/base/files/lines.js';
import { textEncoding } from '../../../src/base/files/textEncoding.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-encoding-'));
afterAll(() => rmSync(folder, { recursive: true }));

const encoded = {
  'utf-8': (text: string) => Buffer.from(text, 'utf8'),
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(text, 'utf16le').swap16(),
} as const;
const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;

function linesIn(bytes: Uint8Array): string[] {
  const path = join(folder, 'text');
  writeFileSync(path, bytes);
  return [...linesOf(path, { limit: 2 ** 30 })];
}

describe('texts', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'z', ';', ' ', '7', 'é', '≤', '😀'), maxLength: 12 });

  it('with a mark are the same in all encodings', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        for (const encoding of encodings) {
          const bytes = encoded[encoding](`\ufeff${text}`);
          expect(Buffer.from(utf8Bytes(bytes)).toString('utf8')).toBe(text);
          if (text !== '') expect(linesIn(bytes).join('\n')).toBe(text.replaceAll('\r', '').replace(/\n$/, ''));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('mostly of ASCII need no mark', () => {
    for (const encoding of encodings) {
      const text = 'brew;heat (kettle.py:7) 12\nbrew;café 3\n';
      expect(textEncoding(encoded[encoding](text))).toBe(encoding);
      expect(linesIn(encoded[encoding](text))).toEqual(['brew;heat (kettle.py:7) 12', 'brew;café 3']);
    }
  });

  it('longer than what is read at once keep their characters', () => {
    const text = `x${'😀é'.repeat(600_000)}\n`.repeat(2);
    for (const encoding of encodings) expect(linesIn(encoded[encoding](`\ufeff${text}`)).join('\n')).toBe(text.trim());
  });

  it('are bounded in the length of lines', () => {
    expect(() => linesIn(encoded['utf-16le'](`\ufeff${'x'.repeat(2 ** 24 + 2 ** 20)}`))).toThrow(/a line of it/);
  });
});

describe('binary data', () => {
  it('is left unchanged', () => {
    const words = (size: 4 | 8) => {
      const bytes = Buffer.alloc(5 * size);
      [0, 3, 0, 10_000, 0].forEach((word, i) => bytes.writeUInt32LE(word, i * size));
      return bytes;
    };
    const noise = Buffer.from(Array.from({ length: 64 }, (_, i) => (i * 89) % 256));
    for (const bytes of [words(4), words(8), noise, Buffer.from('PK\u0003\u0004'), Buffer.alloc(64), Buffer.alloc(0)])
      expect(utf8Bytes(bytes)).toBe(bytes);
  });
});
