import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { readTar } from '../../../src/formats/cube/tarReader.js';
import { BLOCK, tarEnd, tarHeader, tarPadding } from '../../../src/base/tar/header.js';
import { temporaryFolder } from '../../experiments/support.js';
import { bytesOf, sampleDefinitions, sampleSpace } from './support.js';

const content = Buffer.from('content');
const file = (name: string, bytes: Uint8Array = content) =>
  Buffer.concat([tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]);

describe('tar archives', () => {
  it('are those that tar lists, and tar’s own are read', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x.cubex'), bytesOf(sampleSpace(), sampleDefinitions()));
    const listed = execFileSync('tar', ['tf', join(folder, 'x.cubex')], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).toEqual([
      'anchor.xml',
      ...[0, 1, 2].flatMap((id) => [`${id}.index`, `${id}.data`]),
    ]);
    writeFileSync(join(folder, 'anchor.xml'), content);
    const made = execFileSync('tar', ['cf', '-', '-C', folder, './anchor.xml']);
    expect(readTar(made).members.get('anchor.xml')).toEqual(content);
  });

  it('hold no file that fills its blocks, which CUBE’s own reader cannot pass', () => {
    const definitions = sampleDefinitions();
    let padded = 0;
    for (let length = 0; length < BLOCK; length++) {
      const creator = 'x'.repeat(length);
      for (const compress of [false, true]) {
        const { members } = readTar(bytesOf(sampleSpace(), definitions, { creator, compress }));
        const sizes = [...members.values()].map((bytes) => bytes.length);
        expect(sizes.filter((size) => size % BLOCK === 0)).toEqual([]);
        if (elementAt(sizes, 0) % BLOCK === 1) padded++;
      }
    }
    expect(padded).toBeGreaterThan(0);
  });

  it('are read with wrong checksums, which is reported once', () => {
    const bytes = Buffer.concat([file('a'), file('b'), tarEnd()]);
    for (const at of [148, 1024 + 148]) bytes[at] = elementAt(bytes, at) ^ 1;
    const { members, problems } = readTar(bytes);
    expect([...members.keys()]).toEqual(['a', 'b']);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/wrong checksum/)]);
  });

  it('are read across blocks of zeros and with sizes in GNU’s form', () => {
    const large = tarHeader('big', 9 * 2 ** 30);
    expect(readTar(Buffer.concat([file('a'), new Uint8Array(BLOCK), file('b')])).members.size).toBe(2);
    const { problems } = readTar(Buffer.concat([large, content, new Uint8Array(BLOCK)]));
    expect(problems.map(({ message }) => message)).toEqual(['The file ends within big; copy it again.']);
  });

  it('are read up to where they are damaged', () => {
    const { members, problems } = readTar(Buffer.concat([file('a'), Buffer.alloc(BLOCK, 0xee), file('b')]));
    expect([...members.keys()]).toEqual(['a']);
    expect(problems).toHaveLength(1);
    expect(() => readTar(Buffer.alloc(2 * BLOCK, 0xee))).toThrow(/is no tar archive/);
    expect(() => readTar(new Uint8Array(0))).toThrow(/holds no files/);
  });
});
