import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../../src/base/elements.js';
import {
  comparisonCsv,
  comparisonMarkdown,
  experimentCsv,
  experimentMarkdown,
  ExperimentStore,
} from '../../../src/experiments/index.js';
import { compareRuns, runOf } from '../compare/runs.js';
import { sampleReport, sampleSpace, temporaryFolder } from '../support.js';

const comparison = () =>
  compareRuns([
    {
      label: 'before | `x`',
      runs: [1, 1.01].map((comp) =>
        runOf([{ region: 'main', line: 0, comp, calls: [{ region: 'MPI_Recv', line: 7, wait: 4 }] }]),
      ),
    },
    {
      label: 'after',
      runs: [1, 1.01].map((comp) =>
        runOf([{ region: 'main', line: 0, comp, calls: [{ region: '=cmd()', line: 9, wait: 1 }] }]),
      ),
    },
  ]);

/** Cells of a simple CSV line, quotes understood. */
const cells = (line: string) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = absent('cell')]) =>
    cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
  );

describe('exports', () => {
  it('a comparison as CSV: all rows have all columns, numbers add up, and nothing is a formula', () => {
    const [heading, ...rows] = [...comparisonCsv(comparison())];
    expect(heading?.split(',')).toHaveLength(13);
    for (const row of rows) expect(row).not.toMatch(/(^|,)"?[=@]/);
    const beside = ['visits', 'delay_latesender'];
    const lost = rows
      .map(cells)
      .filter(([kind, property = absent('property')]) => kind === 'call path' && !beside.includes(property));
    expect(lost.reduce((sum, row) => sum + Number(row[8]), 0)).toBeCloseTo(-3, 9);
    // Exclusive: no second is on the lines of its callers too.
    const lines = rows.map(cells).filter(([kind]) => kind === 'line');
    const ofLines = comparison().lines.map(({ own }) => own.changes[0]?.absolute ?? 0);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.reduce((sum, row) => sum + Number(row[8]), 0)).toBeCloseTo(
      ofLines.reduce((sum, change) => sum + change, 0),
      9,
    );
    expect(rows[0]).toMatch(/^run time,.*,faster$/);
  });

  it('an experiment as CSV', () => {
    const rows = [
      ...experimentCsv(runOf([{ region: 'main', line: 0, comp: 2, calls: [{ region: 'f', line: 7, wait: 1 }] }])),
    ];
    expect(rows).toContain('comp,seconds,main,,2');
    expect(rows).toContain('mpi,seconds,main/f,/home/u/app/main.c:7,1');
  });

  it('a comparison as Markdown: verdict, tables of equal width, names that stay text', () => {
    const text = [...comparisonMarkdown(comparison())].join('\n');
    expect(text).toMatch(/^# before \\\| \\`x\\` → after/);
    expect(text).toMatch(/after is faster than/);
    expect(text).toMatch(/## Time won/);
    expect(text).toMatch(/main → MPI_Recv` \(gone\)/);
    expect(text).toMatch(/## Source lines, exclusive/);
    for (const block of text.split('\n\n').filter((part) => part.startsWith('|'))) {
      const widths = block
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(/\\./g, '').split('|').length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it('an experiment as Markdown', () => {
    const recorder = new ExperimentStore(temporaryFolder()).create({ program: 'heat2d', target: 'local', ranks: 4 });
    recorder.update({
      revision: { commit: '0123456789abcdef', changed: true },
      compiler: { command: 'mpicc', version: 'gcc 12' },
      modules: ['gcc/12', 'openmpi/4'],
      run: { argv: ['mpirun', '-n', '4', './heat2d', 'a b'], folder: '.' },
    });
    recorder.storeResults(sampleReport(), sampleSpace());
    const finding = elementAt(sampleReport().findings, 0);
    const inferred = { ...finding, title: 'Imbalance', confidence: 0.8 };
    const report = sampleReport({ findings: [finding, inferred] });
    const text = [...experimentMarkdown(recorder.manifest, report)].join('\n');
    expect(text).toContain('| Imbalance (inferred, confidence 80.0 %) |');
    expect(text).toContain('| Wait at N×N | 21.0 % | 2.10 s | `heat2d.c:88` |');
    expect(text).toContain('- Revision `0123456789ab` with local changes');
    expect(text).toContain('- Modules: `gcc/12`, `openmpi/4`');
    expect(text).toContain('| --- | ---: | ---: | --- |');
    expect(text).toContain("- Run with `mpirun -n 4 ./heat2d 'a b'`");
  });

  it('warnings about the numbers are in the headline, the manifest and the history', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create({ program: 'heat2d', target: 'local', ranks: 4 });
    const lost = { kind: 'records-lost', severity: 'error', title: '7 records lost', sentence: 'Seven.' } as const;
    const slow = { kind: 'overhead', severity: 'warning', title: 'recording took 23.0 %', sentence: 'Slow.' } as const;
    const doubts = [
      { ...lost, advice: 'Make room.' },
      { ...slow, advice: 'Leave functions out.' },
    ];
    const report = sampleReport({ doubts, findings: [] });
    recorder.storeResults(report, sampleSpace());
    const text = [...experimentMarkdown(recorder.manifest, report)];
    expect(text[4]).toBe('**Not as requested: 7 records lost, and 1 more warning**');
    expect(text.join('\n')).toContain('> **recording took 23.0 %**: Slow. Leave functions out.');
    expect(text.join('\n')).toContain('found in the recorded data.');
    const headline = 'Not as requested: 7 records lost, and 1 more warning';
    expect(recorder.manifest.result?.doubt).toBe(headline);
    expect(store.summary(recorder.id).doubt).toBe(headline);
    expect(store.get(recorder.id).report().doubts).toEqual(doubts);
  });
});
