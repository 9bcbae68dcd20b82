import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { placeText } from '../../src/cli/text/placeText.js';
import { reportLines } from '../../src/cli/text/reportText.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { Terminal, type Output } from '../../src/cli/terminal/terminal.js';
import { Writable } from 'node:stream';
import { sampleReport } from '../experiments/support.js';
import { hidden } from '../model/foreignText.js';

function terminal(facts: { isTTY?: boolean; columns?: number }, environment: Record<string, string> = {}): Terminal {
  const stream: Output = Object.assign(new Writable({ write: (_, __, done) => done() }), facts);
  return new Terminal(stream, stream, environment);
}

const plain = terminal({}).style;
const lines = (width: number, report = sampleReport()) => [
  ...reportLines(report, { width, style: plain, folder: '/home/u/heat2d' }),
];

describe('the readable report', () => {
  it('lists severity, seconds, property, line, ranks, call path and advice', () => {
    const text = lines(100);
    expect(text[0]).toBe('heat2d: 4 ranks · 2.50 s run time · 10.0 s of all ranks together · 1,234 events');
    expect(text).toContain('1. 21.0 %  2.10 s  Wait at N×N  heat2d.c:88  ranks 1, 2');
    expect(text).toContain('   main → MPI_Allreduce');
    expect(text).toContain('   Try: Balance the work.');
  });

  it('lists the entities that the program names, with the line of most of their work', () => {
    const entities = ['number=1', 'number=2'].map((attributes, at) => ({
      name: 'face',
      attributes,
      seconds: 2 - at,
      share: 0.2 - at / 10,
      visits: 3,
      properties: [],
      places: [{ callPath: [{ region: 'main' }], place: { file: '/home/u/heat2d/cube.c', line: 7 }, seconds: 1 }],
      locations: [],
    }));
    const text = lines(100, sampleReport({ entities }));
    const at = text.indexOf('Entities, by the time of work for them');
    expect(text.slice(at + 1, at + 3)).toEqual([
      '  20.0 %  2.00 s  3 times  face (number=1)  cube.c:7',
      '  10.0 %  1.00 s  3 times  face (number=2)  cube.c:7',
    ]);
    expect(lines(100).join('\n')).not.toContain('Entities');
  });

  it('lists counters and other metrics that are no times, one per line', () => {
    const counter = (name: string, total: number) => ({
      ...{ name, unit: 'count' as const, total },
      functions: [
        {
          region: 'solve',
          place: { file: '/home/u/heat2d/heat2d.c', line: 7 },
          calls: 2,
          own: total / 2,
          inclusive: total,
        },
      ],
    });
    const event = {
      name: 'Message size',
      unit: 'bytes' as const,
      count: 3,
      min: 0,
      max: 24,
      mean: 8,
      deviation: 1,
      locations: 4,
    };
    const sent = { ...counter('bytes_sent', 2_500_000), unit: 'bytes' as const };
    const beside = {
      quantities: [sent, counter('allocations', 4)],
      events: [event, event, { ...event, context: ['main', 'send'] }],
      groups: [{ name: 'MPI', functions: 2, calls: 3, seconds: 2, share: 0.2 }],
    };
    const counters = ['PAPI_TOT_INS', 'PAPI_TOT_CYC', 'PAPI_L1_DCM', 'PAPI_BR_MSP'].map((name, at) =>
      counter(name, 10 ** at),
    );
    const text = lines(100, sampleReport({ counters, beside }));
    const at = text.indexOf('Counters and events');
    expect(text.slice(at + 1, at + 9)).toEqual([
      '  PAPI_TOT_INS       1  50.0 % in solve  heat2d.c:7',
      '  PAPI_TOT_CYC      10  50.0 % in solve  heat2d.c:7',
      '  PAPI_L1_DCM      100  50.0 % in solve  heat2d.c:7',
      '  bytes_sent    2.5 MB  50.0 % in solve  heat2d.c:7',
      '  Message size: 3 times, 0 B to 24 B, mean 8 B',
      '  Message size: 3 times, 0 B to 24 B, mean 8 B',
      '  Groups of functions: 20.0 % MPI',
      '  2 metrics, 1 event more with --metrics',
    ]);
    expect(lines(100).join('\n')).not.toContain('Counters and events');
  });

  it('lists file operations, the longest first', () => {
    const file = { processes: 1, operations: 3, bytesRead: 0, bytesWritten: 100, seconds: 1.5 };
    const files = [
      { ...file, name: '/home/u/heat2d/out/field.bin', processes: 4, bytesRead: 2_000_000, seconds: 2 },
      { ...file, name: '/data/log.txt' },
      { ...file, name: '/data/seen.txt', operations: 0, bytesWritten: 0, seconds: 0.25 },
    ];
    const text = lines(100, sampleReport({ files }));
    const at = text.indexOf('Files, by the time in calls on them');
    expect(text.slice(at + 1, at + 4)).toEqual([
      '  2.00 s  4 processes  3 × 666.7 kB  2.0 MB read  100 B written  out/field.bin',
      '  1.50 s    1 process      3 × 33 B     0 B read  100 B written  /data/log.txt',
      '  250 ms    1 process                   0 B read    0 B written  /data/seen.txt',
    ]);
    expect(lines(100).join('\n')).not.toContain('Files, by');
  });

  it('shows peak memory, and the lines that allocated it', () => {
    const file = '/home/u/heat2d/grid.c';
    const call = { callPath: [{ region: 'main' }, { region: 'allocate_grid' }], most: 2e9, rank: 3, end: 0, blocks: 7 };
    const memory = {
      measured: 4,
      mean: 1.1e9,
      processes: [{ rank: 3, high: 3.2e9, time: 1.25, end: 5000, taken: 8e9, blocks: 90, resident: 3e9 }],
      calls: [
        { ...call, place: { file, line: 12 }, high: 3.3e9, share: 0.75, taken: 4e9 },
        { ...call, place: { file, line: 14 }, high: 4e6, share: 0.001, taken: 9e9 },
      ],
    };
    const text = lines(200, sampleReport({ memory }));
    const at = text.findIndex((line) => line.startsWith('Memory:'));
    expect(text[at]).toBe(
      'Memory: peak heap 3.2 GB on rank 3 after 1.25 s (average of 4 ranks: 1.1 GB); peak RSS 3.0 GB; 5.0 kB still allocated at exit',
    );
    expect(text[at + 1]).toBe(
      'Memory Imbalance 65.6 %: rank 3 peaks at 3.2 GB, the average rank at 1.1 GB; largest allocation on rank 3: grid.c:12 (2.0 GB)',
    );
    expect(text[at + 3]).toMatch(/^ +75\.0 % +3\.3 GB +4\.0 GB +grid\.c:12 +main > allocate_grid$/);
    expect(text.join('\n')).not.toContain('grid.c:14');
    expect(lines(100).join('\n')).not.toContain('Memory');
  });

  it('shows the confidence below an inferred finding, and nothing below a proven one', () => {
    const finding = elementAt(sampleReport().findings, 0);
    const inferred = { ...finding, property: 'mpi_latereceiver', confidence: 0.8 };
    const text = lines(100, sampleReport({ findings: [finding, inferred] }));
    expect(text.filter((line) => line.includes('confidence'))).toEqual(['   inferred, confidence 80.0 %']);
    expect(text.indexOf('   inferred, confidence 80.0 %')).toBe(text.lastIndexOf('   main → MPI_Allreduce') + 1);
  });

  it('sums the call paths of one line, and names functions shortly', () => {
    const one = elementAt(sampleReport().findings, 0);
    const path = ['main', 'double Solver<double>::dot(Vector const&)', 'MPI_Allreduce'].map((region) => ({ region }));
    const other = { ...one, callPath: path, seconds: 3.15, severity: 0.315, locations: [elementAt(one.locations, 1)] };
    const text = lines(100, sampleReport({ findings: [other, one] }));
    expect(text).toContain('1. 52.5 %  5.25 s  Wait at N×N  heat2d.c:88  ranks 1, 2');
    expect(text).toContain('   main → Solver::dot → MPI_Allreduce (2 call paths)');
    expect(text.filter((line) => line.includes('Try:'))).toHaveLength(1);
  });

  it('shows names of locations, properties and metrics without their control characters', () => {
    const bad = 'a\u001b[2J\u202eb';
    const report = sampleReport();
    const finding = elementAt(report.findings, 0);
    const worst = { location: 2, name: bad, enter: 1.5, leave: 2, seconds: 0.4, callPath: finding.callPath };
    const spread = { count: 2, sum: 2.1, mean: 0.1, standardDeviation: 0.1, minimum: 0, lowerQuartile: 0.001 };
    const rest = { median: 0.003, upperQuartile: 0.02, maximum: 0.4, worst: [worst] };
    const text = [
      ...reportLines(
        {
          ...report,
          findings: [{ ...finding, title: bad, explanation: bad, advice: bad }],
          metrics: report.metrics.map((metric) => ({ ...metric, title: bad })),
          statistics: [{ property: finding.property, title: bad, ...spread, ...rest }],
        },
        { width: 200, style: plain, folder: '/', metrics: true },
      ),
    ].join('\n');
    expect(text).not.toMatch(hidden);
    expect(text.split('a [2J b').length).toBeGreaterThan(7);
  });

  it('shows the hottest functions, with their numbers and lines whole', () => {
    const file = '/home/u/heat2d/a_source_file_with_quite_a_long_name_that_is_cut.cpp';
    const profile = [
      { region: 'void relax<double>(double*)', place: { file, line: 123456 }, visits: 4000, exclusive: 5, share: 0.5 },
      { region: 'MPI_Recv', visits: 1, exclusive: 0.5, share: 0.05 },
    ];
    const wide = lines(100, sampleReport({ profile }));
    const at = wide.findIndex((line) => line.startsWith('Hottest functions'));
    expect(wide.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^ {2}50\.0 % {2}5\.00 s {2}4,000 calls {2}relax {5}…\S+\.cpp:123456$/),
      '   5.0 %  500 ms       1 call  MPI_Recv',
    ]);
    const narrow = lines(40, sampleReport({ profile })).join('\n');
    expect(narrow).toContain('50.0 %  5.00 s  4,000 calls');
    const sampled = profile.map((row) => ({ ...row, visits: 0 }));
    expect(lines(100, sampleReport({ profile: sampled })).join('\n')).toMatch(/ 500 ms {2}– calls {2}MPI_Recv/);
  });

  it('shows the hottest lines with their intervals, unless they were counted', () => {
    const place = { file: '/home/u/heat2d/heat2d.c', line: 12 };
    const line = { region: 'solve', place, seconds: 4, least: 3.5, most: 4.5, share: 0.4, samples: 40, ofSamples: 50 };
    const sampled = lines(100, { ...sampleReport(), hotLines: [line] });
    expect(sampled).toContain('Hottest lines, by samples');
    expect(sampled).toContain('  40.0 %  (35.0 % to 45.0 %)  4.00 s  heat2d.c:12  solve');
    const counted = lines(100, { ...sampleReport(), hotLines: [{ ...line, samples: 0, ofSamples: 0 }] });
    expect(counted).toContain('Hottest lines, by counts');
    expect(counted).toContain('  40.0 %  4.00 s  heat2d.c:12  solve');
  });

  it('fits 40 lines, whatever was found, unless everything is asked for', () => {
    const one = elementAt(sampleReport().findings, 0);
    const findings = Array.from({ length: 50 }, (_, i) => ({
      ...one,
      place: { file: '/home/u/heat2d/heat2d.c', line: i + 1 },
      advice: `Attempt ${i}, which is told in a sentence that needs more than one line of the terminal it is in.`,
    }));
    const profile = Array.from({ length: 10 }, (_, i) => ({ region: `f${i}`, visits: 1, exclusive: 1, share: 0.1 }));
    const sentence = 'Something is doubtful here, which takes a sentence of more than a line to say.';
    const doubts = (['records-lost', 'overhead', 'oversubscribed'] as const).map((kind) => ({
      kind,
      severity: 'warning' as const,
      title: kind,
      sentence,
      advice: 'Do this.',
    }));
    const problems = Array.from({ length: 9 }, (_, i) => ({ level: 'warning' as const, message: `Remark ${i}.` }));
    const report = sampleReport({ findings, profile, doubts, problems });
    for (const width of [80, 100]) {
      const text = [...reportLines(report, { width, style: plain, folder: '/home/u/heat2d', next: 'trimtab x' })];
      expect(text.length).toBeLessThanOrEqual(40);
      expect(text.length).toBeGreaterThan(35);
      expect(text.at(-1)).toBe('Next: trimtab x');
      expect(text.join('\n')).toMatch(/and \d+ smaller/);
      expect(text).toContain('  and 7 remarks more with --metrics');
    }
    const all = [...reportLines(report, { width: 80, style: plain, folder: '/', metrics: true })].join('\n');
    for (const part of ['20. ', 'Remark 8.', 'Metrics']) expect(all).toContain(part);
    expect(lines(80).join('\n')).not.toContain('Metrics');
  });

  it('shows the metrics as a tree', () => {
    const text = [
      ...reportLines(sampleReport(), { width: 100, style: plain, folder: '/home/u/heat2d', metrics: true }),
    ];
    const tree = text.slice(text.indexOf('Metrics'));
    expect(tree.slice(1, 4).map((line) => line.trimEnd())).toEqual([
      '  Total   10.0 s   100.0 %',
      '    MPI   3.00 s    30.0 %',
      '  Visits     600',
    ]);
  });

  it('gives no share to times outside the total time, whatever an older report contains', () => {
    const report = sampleReport();
    const delay = { name: 'delay', title: 'Delay Costs', unit: 'seconds', value: 11.2, share: 1.12 } as const;
    const layout = { width: 100, style: plain, folder: '/', metrics: true };
    const text = [...reportLines({ ...report, metrics: [...report.metrics, delay] }, layout)];
    expect(text.find((line) => line.includes('Delay Costs'))).toMatch(/11\.2 s$/);
  });

  it.each([40, 60, 80, 100, 200])('fits a terminal of %i columns', (width) => {
    const finding = elementAt(sampleReport().findings, 0);
    const long = {
      ...finding,
      title: 'A very long title of a property that nobody would choose',
      callPath: Array.from({ length: 40 }, (_, i) => ({ region: `function_number_${i}` })),
      place: { file: `/elsewhere/${'deep/'.repeat(20)}a_source_file_with_a_long_name.f90`, line: 123456 },
    };
    for (const line of lines(width, sampleReport({ findings: [long, finding] })))
      expect(textWidth(line)).toBeLessThanOrEqual(width);
  });

  it('reports that no findings exist, and problems of the data', () => {
    const text = lines(
      80,
      sampleReport({
        findings: [],
        problems: [{ level: 'warning', message: 'one\u001b[31m file is cut', where: '3.evt' }],
      }),
    ).join('\n');
    expect(text).toContain('No significant waiting time was found.');
    expect(text).toContain('warning: one [31m file is cut (3.evt)');
  });

  it('shows warnings about the run above the findings, and nothing if all is known', () => {
    const sentence =
      '1 of 4 locations ends early (rank 1 at 1.20 s). Waits that need the missing records are not judged.';
    const doubt = { kind: 'incomplete-trace', severity: 'warning', title: 'Incomplete trace', sentence } as const;
    const slow = { kind: 'overhead', severity: 'warning', title: 'recording took 23.0 % of the time' } as const;
    const doubts = [
      { ...doubt, advice: 'Measure again.' },
      { ...slow, sentence: 'It takes long.', advice: 'Leave functions out.' },
    ];
    const text = lines(60, sampleReport({ doubts, findings: [] }));
    expect(text.slice(2, 8)).toEqual([
      'Unreliable: Incomplete trace, and 1 more warning',
      '',
      '! 1 of 4 locations ends early (rank 1 at 1.20 s). Waits that',
      '  need the missing records are not judged. Measure again.',
      '! It takes long. Leave functions out.',
      '',
    ]);
    expect(text.join(' ').replace(/\s+/g, ' ')).toContain('found in the recorded data.');
    expect(lines(60).join(' ')).not.toContain('Unreliable');
  });

  it('shows how single waits are distributed, and which one to look at', () => {
    const report = sampleReport();
    const { property, title, callPath } = elementAt(report.findings, 0);
    const worst = { location: 2, name: 'MPI Rank 2', enter: 1.5, leave: 2, seconds: 0.4, callPath };
    const spread = { count: 1200, sum: 2.1, mean: 0.00175, standardDeviation: 0.1, minimum: 0, lowerQuartile: 0.001 };
    const rest = { median: 0.003, upperQuartile: 0.02, maximum: 0.4, worst: [worst] };
    const known = { ...report, statistics: [{ property, title, ...spread, ...rest }] };
    const text = [...reportLines(known, { width: 100, style: plain, folder: '/', metrics: true })];
    expect(text.slice(text.findIndex((line) => line.startsWith('Single waits'))).slice(0, 2)).toEqual([
      'Single waits    number   median  3rd quartile  longest  when and where',
      '  Wait at N×N    1,200  3.00 ms       20.0 ms   400 ms  1.50 s on MPI Rank 2',
    ]);
  });

  it('is colored only on a terminal, unless NO_COLOR is set', () => {
    const bold = (of: Terminal): string => of.style.bold('x');
    expect(bold(terminal({ isTTY: true }))).toBe('\u001b[1mx\u001b[0m');
    expect(bold(terminal({}))).toBe('x');
    expect(bold(terminal({ isTTY: true }, { NO_COLOR: '1' }))).toBe('x');
    expect(bold(terminal({ isTTY: true }, { NO_COLOR: '' }))).toBe('\u001b[1mx\u001b[0m');
    expect(bold(terminal({ isTTY: true }, { TERM: 'dumb' }))).toBe('x');
    expect(terminal({ columns: 20 }).width).toBe(40);
    expect(terminal({ columns: 130 }).width).toBe(130);
  });
});

describe('a place of a report', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trimtab-place-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('that was measured elsewhere is shown with the local path of the file', () => {
    const pathMap = [{ remote: '/there', local: join(folder, 'code') }];
    const place = { file: '/there/src/a.c', line: 7 };
    expect(placeText(place, { folder, pathMap })).toBe('a.c:7');
    mkdirSync(join(folder, 'code', 'src'), { recursive: true });
    writeFileSync(join(folder, 'code', 'src', 'a.c'), '');
    expect(placeText(place, { folder, pathMap })).toBe('code/src/a.c:7');
    expect(placeText(place, { folder })).toBe('a.c:7');
  });
});
