import { execFileSync } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, newFrame } from '../../../src/targets/shell/frame.js';
import { exportLines, quote, quoteAll } from '../../../src/targets/shell/quote.js';
import { LocalShell } from '../../../src/targets/shell/localShell.js';
import { demand } from '../../../src/targets/shell/shell.js';

const shell = new LocalShell({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' });
const word = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\0'));
const nasty = fc.oneof(word, fc.stringMatching(/^[ '"\\$`!*?\n\t;&|<>(){}[\]~#=-]{0,20}$/));

describe('quote', () => {
  it('gives sh back what went in', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 6 }), (words) => {
        const script = `for word in ${words.map(quote).join(' ')}; do printf '%s\\0' "$word"; done`;
        const back = execFileSync('/bin/sh', ['-c', script]).toString().split('\0').slice(0, -1);
        expect(back).toEqual(words.map((text) => Buffer.from(text).toString()));
      }),
      { numRuns: 150 },
    );
  });

  it('never lets the first word be an assignment', () => {
    expect(quoteAll(['A=b', 'c=d'])).toBe("'A=b' c=d");
  });

  it('refuses NUL', () => {
    expect(() => quote('a\0b')).toThrow(/NUL/);
  });

  it('exports variables as they are', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const script = `${exportLines({ TRIMTAB_X: value })}printf '%s' "$TRIMTAB_X"`;
        expect(execFileSync('/bin/sh', ['-c', script]).toString()).toBe(Buffer.from(value).toString());
      }),
      { numRuns: 50 },
    );
  });
});

describe('FrameReader', () => {
  it('finds the framed bytes however they are cut', () => {
    const frame = newFrame();
    const bytes = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(bytes, bytes, bytes, fc.array(fc.nat(80), { maxLength: 8 }), (before, inside, after, cuts) => {
        const all = Buffer.concat([
          before,
          Buffer.from(`\n${frame.begin}\n`),
          inside,
          Buffer.from(`\x03${frame.end} 7\n`),
          after,
        ]);
        const got: Buffer[] = [];
        const reader = new FrameReader(frame, (data) => got.push(Buffer.from(data)));
        const ends = [...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
        ends.forEach((end, i) => reader.add(all.subarray(i === 0 ? 0 : ends[i - 1], end)));
        expect(Buffer.concat(got)).toEqual(Buffer.from(inside));
        expect(reader.exitCode).toBe(7);
      }),
    );
  });

  it('passes lines on with their ends as they come', () => {
    const frame = newFrame();
    const got: string[] = [];
    const reader = new FrameReader(frame, (data) => got.push(data.toString()));
    const pieces = ['one\n', 'two\n\n', '\n', 'a prompt: '];
    for (const piece of [`\n${frame.begin}\n`, ...pieces]) reader.add(Buffer.from(piece));
    expect(got).toEqual(pieces);
  });
});

describe('a script', () => {
  it('gives output, errors and exit code, and reads its input', async () => {
    const result = await shell.execute('cat; echo bad >&2; exit 3', {
      input: () => Readable.from([Buffer.from('in\n\n')]),
    });
    expect(result).toEqual({ code: 3, stdout: 'in\n\n', stderr: 'bad' });
  });

  it('shows a line when it is complete, while the command continues', async () => {
    const input = new PassThrough();
    let text = '';
    const result = await shell.execute('echo begun; read word; echo "$word"', {
      input: () => input,
      // The next input is written only when the whole line has arrived.
      onOutput: (part) => {
        text += part.toString();
        if (text === 'begun\n') input.end('done\n');
        return undefined;
      },
    });
    expect([result.code, text]).toEqual([0, 'begun\ndone\n']);
  });

  it('ends without a newline where the script does', async () => {
    const { stdout, stderr } = await shell.execute("printf 'a\\n\\nb'; printf 'c' >&2");
    expect([stdout, stderr]).toEqual(['a\n\nb', 'c']);
  });

  it('passes bytes through', async () => {
    const data = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => i % 256));
    const got: Buffer[] = [];
    await shell.execute('cat', {
      input: () => Readable.from([data]),
      onOutput: (part) => void got.push(Buffer.from(part)),
    });
    expect(Buffer.concat(got).equals(data)).toBe(true);
  });

  it('reports what failed', async () => {
    await expect(demand(shell, 'The job could not be submitted', 'echo sbatch: error: no >&2; exit 1')).rejects.toThrow(
      'The job could not be submitted on this machine: sbatch: error: no.',
    );
  });

  it('ends when cancelled', async () => {
    const cancel = new AbortController();
    const started = shell.execute('echo here; sleep 100; echo never', { signal: cancel.signal });
    // Whether it has begun by then or not, the end is the same.
    setTimeout(() => cancel.abort(), 300);
    await expect(started).rejects.toThrow('cancelled');
  });
});
