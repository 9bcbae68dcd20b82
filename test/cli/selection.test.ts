import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trimtab } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'selection-'));
const tau = [
  'BEGIN_EXCLUDE_LIST',
  'void sort_#(int *)',
  'END_EXCLUDE_LIST',
  'BEGIN_INSTRUMENT_SECTION',
  'loops routine="main"',
  'END_INSTRUMENT_SECTION',
];
writeFileSync(join(folder, 'select.tau'), tau.join('\n'));
writeFileSync(
  join(folder, 'ordered.filter'),
  'SCOREP_REGION_NAMES_BEGIN EXCLUDE f* INCLUDE f1 SCOREP_REGION_NAMES_END',
);
writeFileSync(join(folder, 'wrong.filter'), 'SCOREP_REGION_NAMES_BEGIN\n  EXCUDE f* SCOREP_REGION_NAMES_END');

describe('trimtab selection', () => {
  it('checks a file, and lists rules that have no effect', async () => {
    const { code, out, err } = await trimtab(folder, 'selection', 'check', 'select.tau');
    expect(code).toBe(0);
    expect(out).toBe('select.tau is a selective instrumentation file of TAU: 1 rule for functions, 0 for files.\n');
    expect(err).toBe('select.tau, line 5: has no effect in Trimtab: loops routine="main".\n');
  });

  it('converts a file, and lists rules that the other syntax cannot express', async () => {
    const converted = await trimtab(folder, 'selection', 'convert', 'select.tau');
    expect(converted.out).toBe(
      'SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE\n    void\\ sort_*(int\\ \\*)\nSCOREP_REGION_NAMES_END\n',
    );
    expect(converted.err).toContain('line 5: excluded from the filter file of Score-P: "loops routine="main""');
    const same = await trimtab(folder, 'selection', 'convert', 'select.tau', '--to', 'tau');
    expect(same.out).toBe(`${tau.join('\n')}\n`);
    const ordered = await trimtab(folder, 'selection', 'convert', 'ordered.filter');
    expect(ordered.err).toContain('line 1: excluded from the selective instrumentation file of TAU: include "f1"');
    expect(ordered.out).toBe('BEGIN_EXCLUDE_LIST\nf*\nEND_EXCLUDE_LIST\n'.replace('*', '#'));
  });

  it('fails where no rule can be written in the other syntax', async () => {
    const text = 'SCOREP_REGION_NAMES_BEGIN EXCLUDE MANGLED _ZN4mill* SCOREP_REGION_NAMES_END';
    writeFileSync(join(folder, 'mangled.filter'), text);
    const { code, out, err } = await trimtab(folder, 'selection', 'convert', 'mangled.filter');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/line 1: excluded from .*\n.*mangled\.filter: no rule can be written as a selective/);
  });

  it('names line and column of what is wrong', async () => {
    const { code, err } = await trimtab(folder, 'selection', 'check', 'wrong.filter');
    expect(code).toBe(1);
    expect(err).toContain('wrong.filter:2:3: "EXCUDE" is not allowed here');
  });

  it.each([
    [['selection'], '"trimtab selection" needs a command: check, convert.'],
    [['selection', 'convert'], '"trimtab selection convert" needs <file>'],
    [['selection', 'check', 'a', 'b'], '"trimtab selection check" does not take "b"'],
    [['selection', 'check', 'a', '--to', 'tau'], 'has no option --to. It belongs to "trimtab selection convert".'],
    [['selection', 'convert', 'a', '--to', 'x'], '--to takes tau or scorep, not "x".'],
  ])('%j is not understood', async (words, message) => {
    const { code, err } = await trimtab(folder, ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
