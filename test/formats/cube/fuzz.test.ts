import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { readTar } from '../../../src/formats/cube/tarReader.js';
import { tarEnd, tarHeader, tarPadding } from '../../../src/base/tar/header.js';
import { bytesOf, sampleDefinitions, sampleSpace } from './support.js';

const plain = bytesOf(sampleSpace(), sampleDefinitions());
const packed = bytesOf(sampleSpace(), sampleDefinitions(), { compress: true });
const zipped = archive(
  new Map([...readTar(packed).members].map(([name, bytes]) => [name, name === 'anchor.xml' ? gzipSync(bytes) : bytes])),
);

function archive(members: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts = [...members].flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length),
    bytes,
    tarPadding(bytes.length),
  ]);
  return Buffer.concat([...parts, tarEnd()]);
}

/** Reads everything; results are within bounds, and errors are reported as a sentence. */
function readEverything(bytes: Uint8Array): void {
  let result: ReturnType<typeof toSpace>;
  try {
    result = toSpace(readCube(bytes, 'x.cubex'));
  } catch (error) {
    expect(error).toBeInstanceOf(TrimtabError);
    return;
  }
  const { space, definitions, problems } = result;
  for (let node = 0; node < space.callTree.size; node++) {
    expect(space.callTree.parent[node]).toBeLessThan(node);
    expect(space.callTree.region[node]).toBeLessThan(definitions.regions.length);
    expect(space.callTree.site[node]).toBeLessThanOrEqual(definitions.sourceCodeLocations.length);
  }
  for (const { callPath, location } of space.severities.values()) {
    expect(callPath.every((path) => path < space.callTree.size)).toBe(true);
    expect(location.every((index) => index < space.locationCount)).toBe(true);
  }
  for (const { group } of definitions.locations) expect(group).toBeLessThan(definitions.locationGroups.length);
  for (const { message } of problems) expect(message).toMatch(/\S.*\.$/);
}

describe('damaged CUBE files', () => {
  it('are refused or read in part when they are cut', () => {
    for (const bytes of [plain, packed, zipped])
      for (let length = 0; length < bytes.length; length += 97) readEverything(bytes.subarray(0, length));
  });

  it('are refused or read in part when bytes changed', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom(plain, packed, zipped),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        (bytes, changes) => {
          const changed = Buffer.from(bytes);
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          readEverything(changed);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are refused or read in part when bytes within one of their files changed', () => {
    const members = readTar(packed).members;
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...members.keys()),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (name, changes, cut) => {
          const bytes = Buffer.from(members.get(name) ?? []);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          const changed = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
          readEverything(archive(new Map([...members, [name, changed]])));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are refused when they would unpack to more than there can be', () => {
    const head = Buffer.alloc(11 + 8 + 24);
    head.write('ZCUBEX.DATA');
    [1, 0, 0, 2].forEach((value, i) => head.writeBigUInt64LE(BigInt(value), 11 + 8 * i));
    const members = new Map([
      ...readTar(packed).members,
      ['0.data', Buffer.concat([head, Buffer.from('xx')])] as const,
    ]);
    const { problems, space } = toSpace(readCube(archive(members), 'x'));
    expect(problems).toHaveLength(1);
    expect([...space.severities.keys()]).toEqual(['visits']);
  });
});
