import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabase } from '../../../src/formats/hpctoolkit/read.js';
import { measurementAt, openMeasurement, programOf } from '../../../src/formats/registry.js';
import { Damaged } from '../../../src/formats/stacks/damage.js';
import { flatOf, profileAt, reportOf, totalOf } from '../stacks/support.js';
import { sampleMeta, sampleValues } from './database.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-hpctoolkit-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'meta.db'), sampleMeta());

/** The context with number 3 gets itself as its only child. */
function holdingItself(meta: Buffer): Buffer {
  const changed = Buffer.from(meta);
  // Its number, and flags of a context that has a file and a line.
  const at = changed.indexOf(Buffer.from([3, 0, 0, 0, 2])) - 0x10;
  changed.writeBigUInt64LE(BigInt(0x30), at);
  changed.writeBigUInt64LE(BigInt(at), at + 0x08);
  return changed;
}

/** Each thread claims all values that fit into the file. */
function withValuesOfAll(values: Buffer): Buffer {
  const changed = Buffer.from(values);
  const section = Number(changed.readBigUInt64LE(0x18));
  const list = Number(changed.readBigUInt64LE(section));
  const count = changed.readUInt32LE(section + 0x08);
  for (let profile = 1; profile < count; profile++)
    changed.writeBigUInt64LE(BigInt(Math.floor(changed.length / 10)), list + 0x30 * profile);
  return changed;
}

describe('a database', () => {
  it('without its values is refused in a sentence', () => {
    expect(() => openMeasurement(join(folder, 'meta.db'))).toThrow(/has no profile\.db in the same folder/);
  });

  it('is opened by its folder', () => {
    writeFileSync(join(folder, 'profile.db'), sampleValues());
    expect(measurementAt(folder)).toBe(join(folder, 'meta.db'));
    expect(programOf(join(folder, 'meta.db'))).toMatch(/^trimtab-hpctoolkit-/);
    const profile = profileAt(folder);
    expect(profile.definitions.locationGroups.map(({ name }) => name)).toEqual(['MPI Rank 0', 'MPI Rank 1']);
    expect(totalOf(profile, 'time')).toBeCloseTo(20, 12);
  });

  it('has functions and loops with their exclusive time, including that of their lines, and MPI as a whole', () => {
    const flat = [...flatOf(profileAt(folder))].map(([name, { exclusive, inclusive }]) => [name, exclusive, inclusive]);
    expect(flat).toEqual([
      ['MPI_Recv', 8, 8],
      ['solve', 6, 14],
      ['main', 4, 20],
      ['loop at a.c:12', 2, 16],
      ['main thread', 0, 20],
    ]);
  });

  it('has findings on the lines of calls', () => {
    const { findings } = reportOf(profileAt(folder));
    expect(findings.map(({ title, place, seconds }) => [title, place, seconds])).toEqual([
      ['Time in MPI', { file: '/w/b.c', line: 5 }, 8],
    ]);
  });

  it('is refused in a sentence where it is damaged or of another version', () => {
    const [meta, values] = [sampleMeta(), sampleValues()];
    for (const [one, other] of [
      [meta.subarray(0, 300), values],
      [meta, values.subarray(0, 100)],
      [values, values],
    ] as const)
      expect(() => readDatabase(one, other)).toThrow(Damaged);
    expect(() => readDatabase(holdingItself(meta), values)).toThrow(/contexts that hold themselves/);
    expect(() => readDatabase(meta, withValuesOfAll(values))).toThrow(/values that several threads share/);
    const newer = Buffer.from(meta);
    newer.writeUInt8(5, 14);
    expect(() => readDatabase(newer, values)).toThrow(/version 5, and 4 is read/);
  });
});
