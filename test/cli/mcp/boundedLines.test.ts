import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedLines, type RequestId } from '../../../src/cli/mcp/boundedLines.js';

const LIMIT = 2000;

/** Sends a text in pieces. @returns the lines that came through, and the identifiers of those that did not */
async function sent(text: string, size: number): Promise<{ lines: string[]; refused: (RequestId | undefined)[] }> {
  const [lines, refused]: [string[], (RequestId | undefined)[]] = [[], []];
  const bounded = new BoundedLines(LIMIT, (id) => refused.push(id));
  bounded.on('data', (line: Buffer) => lines.push(line.toString()));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) bounded.write(bytes.subarray(at, at + size));
  const ended = new Promise((resolve) => bounded.once('end', resolve));
  bounded.end();
  await ended;
  return { lines, refused };
}

describe('lines of bounded length', () => {
  it('come through whole, however they are cut, without those that are too long', async () => {
    const length = fc.oneof(fc.nat(40), fc.constantFrom(LIMIT - 1, LIMIT, LIMIT + 1, 3 * LIMIT));
    await fc.assert(
      fc.asyncProperty(
        fc.array(length, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 * LIMIT }),
        async (all, size) => {
          const texts = all.map((count, i) => String.fromCharCode(97 + i).repeat(count));
          const { lines, refused } = await sent(texts.map((text) => `${text}\n`).join(''), size);
          expect(lines).toEqual(texts.filter((text) => text.length <= LIMIT).map((text) => `${text}\n`));
          expect(refused).toHaveLength(texts.length - lines.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  const long = 'x'.repeat(LIMIT);
  it.each([
    [`{"method":"m","params":{"id":1,"text":"${long}"},"jsonrpc":"2.0","id":7}`, 7],
    [`{"jsonrpc":"2.0","id":"a-1","method":"m","params":{"text":"${long}"}}`, 'a-1'],
    [`{ "id": 3, "method": "m", "params": ["${long}"] }\r`, 3],
    [`{"method":"m","params":{"text":"${long}","id":1},"jsonrpc":"2.0"}`, undefined],
    [`{"method":"m","params":{"text":"${long}","id":1}}`, undefined],
    [`${long}x`, undefined],
  ])('are refused with their identifier (%#)', async (line, id) => {
    expect(await sent(`${line}\n`, 100)).toEqual({ lines: [], refused: [id] });
  });
});
