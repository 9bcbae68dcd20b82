/** Peak heap in CUBE files: a metric of maxima, which is not additive. */
import { describe, expect, it } from 'vitest';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import type { ProcessMemory } from '../../../src/model/findings/memory.js';
import { bytesOf, sampleDefinitions, sampleSpace } from './support.js';

const held = (rank: number, high: number): ProcessMemory => ({ rank, high, time: 1, end: 0, taken: high, blocks: 1 });
const memory = [held(1, 7000), held(0, 3000), held(9, 1)];

describe('the heap in a CUBE file', () => {
  const written = readCube(bytesOf(sampleSpace(), sampleDefinitions(), { memory }), 'x');
  const index = written.anchor.metrics.findIndex(({ name }) => name === 'heap');

  it('is a maximum, at the first call path in the first thread of each process that reported it', () => {
    expect(written.anchor.metrics[index]).toMatchObject({ dataType: 'MAXDOUBLE', unit: 'bytes', parent: -1 });
    const rows = written.rows(index);
    expect([...(rows?.callPath ?? [])]).toEqual([0]);
    // Both threads of one process, then those of the next.
    expect([...(rows?.value ?? [])]).toEqual([3000, 0, 7000, 0]);
  });

  it('leaves all other values as they are, and is in no sum of those who read it', () => {
    const { space, problems } = toSpace(written);
    const plain = toSpace(readCube(bytesOf(sampleSpace(), sampleDefinitions()), 'x'));
    expect(problems).toEqual([]);
    expect(space.severities).toEqual(plain.space.severities);
    expect(space.severities.has('heap')).toBe(false);
  });

  it('is stored once when a file is read and written again', () => {
    const { space, definitions } = toSpace(written);
    const again = readCube(bytesOf(space, definitions, { memory }), 'x').anchor;
    expect(again.metrics.filter(({ name }) => name === 'heap')).toHaveLength(1);
    expect(again.metrics.map(({ id }) => id)).toEqual([...again.metrics.keys()]);
  });

  it('is absent if it was not measured', () => {
    const { anchor } = readCube(bytesOf(sampleSpace(), sampleDefinitions()), 'x');
    expect(anchor.metrics.some(({ name }) => name === 'heap')).toBe(false);
  });
});
