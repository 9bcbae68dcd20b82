/** Values by iteration: reading files, values in gaps, and files that were cut, damaged or made malicious. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { readSeries, SERIES, seriesOf } from '../../../src/measurement/series/file.js';
import { filled, MISSING } from '../../../src/measurement/series/missing.js';
import { bucketsOf, linesOf, namesOf } from '../../../src/measurement/series/model.js';
import { trimtab } from '../../cli/support.js';

const TEXT = `trimtab-series\t1
phase\tstep
iterations\t7
stride\t2
path\t4\t-1\t0\t\tmain
path\t9\t4\t12\t/a b.c\tsolve, "x"
location\t0\t0\t0.5
at\t1
9\t2\t10\t8
at\t5
9\t1\t4\t-2\tb7\tz3
location\t1\t0\t0.25
at\t7
9\t1\t4\t4
4\t1\t4\t0
location\t1\t1\t0.25
at\t7
9\t3\t8\t8
end
`;
const folder = mkdtempSync(join(tmpdir(), 'series-'));
const path = join(folder, SERIES);
const fileOf = (text: string): string => {
  writeFileSync(path, text);
  return path;
};

describe('values by iteration', () => {
  it('are read with paths, locations and the unit of each metric', () => {
    const series = readSeries(fileOf(TEXT));
    expect([series.phase, series.iterations, series.stride, bucketsOf(series)]).toEqual(['step', 7, 2, 4]);
    expect(namesOf(series, 1)).toEqual(['main', 'solve, "x"']);
    const plain = linesOf(series, 'time', false).map(({ path, rank, values, known }) => [
      path,
      rank,
      [...values],
      [...known],
    ]);
    expect(plain).toEqual([
      [0, 1, [0, 0, 0, 0], [0, 0, 0, 1]],
      [1, 0, [4, 0, -1, 0], [1, 0, 1, 0]],
      [1, 1, [0, 0, 0, 3], [0, 0, 0, 1]],
    ]);
    expect(linesOf(series, 'bytes_sent', false)[1]?.values).toEqual(Float64Array.of(0, 0, 7, 0));
    expect(linesOf(series, 'visits', true).map(({ rank, thread, values }) => [rank, thread, values[3]])).toEqual([
      [1, 0, 1],
      [0, 0, 0],
      [1, 0, 1],
      [1, 1, 3],
    ]);
  });

  it('have nothing, the value before, or a line where a path was not visited', () => {
    const [values, known] = [Float64Array.of(9, 2, 9, 9, 8, 9), Uint8Array.of(0, 1, 0, 0, 1, 0)];
    expect([...filled(values, known, 'zero')]).toEqual([0, 2, 0, 0, 8, 0]);
    expect([...filled(values, known, 'hold')]).toEqual([2, 2, 2, 2, 8, 8]);
    expect([...filled(values, known, 'linear')]).toEqual([2, 2, 4, 6, 8, 8]);
    for (const how of MISSING) expect([...filled(values, new Uint8Array(6), how)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are printed by trimtab iterations, as a table, CSV and JSON', async () => {
    fileOf(TEXT);
    const text = await trimtab(folder, 'iterations', folder, '--metric', 'visits');
    expect(text.out).toBe(`7 iterations of step, 2 of them a value
  mean  least (at)  most (at)  visits of all ranks
  1.75       0 (3)      4 (7)  main › solve, "x"
  0.25       0 (1)      1 (7)  main
`);
    const csv = await trimtab(folder, 'iterations', folder, '--csv', '--missing', 'linear');
    expect(csv.out.split('\n').slice(0, 7)).toEqual([
      'path,file,line,rank,thread,iteration,known,time',
      'main,,,1,,1,0,0',
      'main,,,1,,3,0,0',
      'main,,,1,,5,0,0',
      'main,,,1,,7,1,0',
      '"main/solve, ""x""",/a b.c,12,0,,1,1,4',
      '"main/solve, ""x""",/a b.c,12,0,,3,0,1.5',
    ]);
    const json: unknown = JSON.parse((await trimtab(folder, 'iterations', folder, '--json', '--threads')).out);
    expect(json).toMatchObject({ phase: 'step', stride: 2, metric: 'time', unit: 's', lines: { length: 4 } });
    expect((await trimtab(folder, 'iterations', '--metric', 'heat')).err).toContain('--metric takes visits, time, ');
    expect((await trimtab(folder, 'iterations', join(folder, '..'))).err).toContain('has no values by iteration');
  });

  it('of a file that is cut, damaged or of something else are refused in one sentence', () => {
    const refused = (text: string): unknown => {
      try {
        return readSeries(fileOf(text));
      } catch (error) {
        return error instanceof TrimtabError ? error.message : error;
      }
    };
    expect(refused('')).toMatch(/it was cut off\.$/);
    expect(refused(TEXT.replace('end\n', ''))).toMatch(/it was cut off\.$/);
    expect(refused('otf2\n')).toMatch(/line 1\): it is no file of values by iteration\.$/);
    expect(refused(TEXT.replace('series\t1', 'series\t2'))).toMatch(/newer than this Trimtab/);
    expect(refused(TEXT.replace('path\t9\t4', 'path\t9\t5'))).toMatch(
      /line 6\): path 9 is called by none that is known/,
    );
    expect(refused(TEXT.replace('at\t1\n', ''))).toMatch(/belongs to no path, location or iteration/);
    expect(refused(TEXT.replace('at\t5', 'at\t8'))).toMatch(/"8" is not a valid number/);
    expect(refused(TEXT.replace('iterations\t7', 'iterations\t99999999999999'))).toMatch(/too many values/);
    expect(refused(TEXT.replace('9\t2\t10', '9\t2\t1e3'))).toMatch(/"1e3" is not a valid number/);
    expect(seriesOf(path)).toBe(path);
  });

  it('whatever a file holds, are read or refused', () => {
    const lines = TEXT.split('\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(lines.length), fc.string(), fc.nat(3))), (changes) => {
        const changed = [...lines];
        for (const [at, text, kind] of changes) changed.splice(at, kind < 2 ? 1 : 0, ...(kind === 1 ? [] : [text]));
        try {
          linesOf(readSeries(fileOf(changed.join('\n'))), 'time', true);
        } catch (error) {
          expect(error).toBeInstanceOf(TrimtabError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
