import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { dynamicsOfTrace } from '../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { storeFor } from '../../src/cli/services/store.js';
import { writeDynamics } from '../../src/experiments/store/dynamicsFiles.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { openMeasurement } from '../../src/formats/registry.js';
import { spaceDefinitions } from '../../src/model/definitions.js';
import { temporaryFolder } from '../experiments/support.js';
import { conformanceData } from '../support/conformanceData.js';
import { trimtab } from './support.js';

const GOOD = `property Long(CallPath c, Experiment e) {
  let part = c.time / RB(e);
  in condition: part > least; severity: part; at: c;
}
param least = 5 % "share from which a call path is long";
`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('trimtab asl', () => {
  it('check reports that nothing is wrong, and lists the contents', async () => {
    const folder = folderWith({ 'good.asl': GOOD });
    expect(await trimtab(folder, 'asl', 'check', 'good.asl')).toEqual({
      ...{ code: 0, out: 'No mistakes: 1 property, 0 patterns.\n', err: '' },
    });
  });

  it('check reports the positions of mistakes, and exits with 1', async () => {
    const folder = folderWith({ 'bad.asl': GOOD.replace('c.time / RB(e)', 'c.time + c.bytes') });
    const { code, out, err } = await trimtab(folder, 'asl', 'check', 'bad.asl');
    expect([code, out]).toEqual([1, "bad.asl:2:23: ASL301 expected s·loc, found B in 'c.bytes'\n"]);
    expect(err).toBe('trimtab: There is 1 mistake.\n');
    const { out: json } = await trimtab(folder, 'asl', 'check', '--json', 'bad.asl');
    expect(JSON.parse(json)).toContainEqual(
      expect.objectContaining({ file: 'bad.asl', code: 'ASL301', start: { line: 2, column: 23 } }),
    );
  });

  it('check resolves imports: a file in the same folder, its own imports, or a shipped text', async () => {
    const folder = folderWith({
      'top.asl':
        'import "half.asl";\nimport "mpi.asl";\nproperty Half(CallPath c, Experiment e) { severity: half(c.time / RB(e)); }\n',
      'half.asl': 'import "factor.asl";\ndouble half(double x) = factor * x;\n',
      'factor.asl': 'import "top.asl";\nparam factor = 0.5 "a half";\n',
      'away.asl': 'import "../half.asl";\nimport "none.asl";\n',
    });
    expect(await trimtab(folder, 'asl', 'check', 'top.asl')).toMatchObject({ code: 0, err: '' });
    const { code, out } = await trimtab(folder, 'asl', 'check', 'away.asl');
    expect([code, out.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^away\.asl:1:8: ASL201 there is no text '"\.\.\/half\.asl"' in the folder of this one/),
        expect.stringMatching(/^away\.asl:2:8: ASL201 there is no text '"none\.asl"' in the folder of this one/),
        '',
      ],
    ]);
  });

  it('format sets blanks, and with --check reports files that differ', async () => {
    const folder = folderWith({
      'a.asl': GOOD.replace('c.time / RB(e)', 'c.time/RB( e )'),
      'bad.asl': 'property P( {',
    });
    expect(await trimtab(folder, 'asl', 'format', '--check', 'a.asl')).toMatchObject({
      ...{ code: 1, out: 'a.asl is not formatted.\n' },
    });
    expect(await trimtab(folder, 'asl', 'format', 'a.asl')).toMatchObject({ code: 0, out: 'a.asl formatted.\n' });
    expect(readFileSync(join(folder, 'a.asl'), 'utf8')).toBe(GOOD);
    expect(await trimtab(folder, 'asl', 'format', '--check', 'a.asl')).toMatchObject({ code: 0, out: '' });
    expect((await trimtab(folder, 'asl', 'format', 'bad.asl')).code).toBe(1);
    expect(readFileSync(join(folder, 'bad.asl'), 'utf8')).toBe('property P( {');
  });

  it('explain prints the meaning, the text and the units of a shipped property and of a project', async () => {
    const folder = folderWith({ '.trimtab/properties/good.asl': GOOD, 'trimtab.yaml': '' });
    const { out } = await trimtab(folder, 'asl', 'explain', 'CriticalSectionContention');
    expect(out).toContain('let lost = sum(pd.enterT) + sum(pd.exitT);');
    expect(out).toMatch(/^ {2}lost +s·loc$/m);
    expect((await trimtab(folder, 'asl', 'explain', 'Long')).out).toContain('good.asl');
    const { code, err } = await trimtab(folder, 'asl', 'explain', 'Nothing');
    expect([code, err]).toEqual([1, expect.stringContaining('There is no property "Nothing"; there are ')]);
  });

  it('eval finds patterns in the trace of an experiment', async () => {
    const folder = folderWith({ 'trimtab.yaml': '' });
    const store = storeFor(folder);
    const recorder = store.create({ program: 'sweep', target: 'local' }, new Date(2026, 0, 1));
    cpSync('examples/sweep-mpi/recorded', join(recorder.folder, 'trace'), { recursive: true });
    const trace = openArchive(join(recorder.folder, 'trace', 'traces.otf2'));
    const { report, space } = analyzeTrace(trace, { program: 'sweep' });
    recorder.update({ trace: { kind: 'kept', path: 'trace/traces.otf2' } });
    recorder.storeResults(report, { ...space, definitions: spaceDefinitions(trace.definitions) });
    recorder.finish('complete');
    const { out } = await trimtab(folder, 'asl', 'eval', 'patterns', '--on', recorder.id, '--json');
    const byPath = new Map<number, number>();
    const { callPath = [], value = [] } = space.severities.get('mpi_latesender') ?? {};
    callPath.forEach((path, entry) => byPath.set(path, (byPath.get(path) ?? 0) + (value[entry] ?? NaN)));
    const late = [...byPath.values()].sort((one, other) => other - one);
    expect(late.length).toBeGreaterThan(0);
    const found: unknown[] = late.map((impact): unknown =>
      expect.objectContaining({ impact: expect.closeTo(impact, 9) as unknown }),
    );
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ property: 'late_sender', measured: true, found }));
  });

  it('eval prints the changes between iterations of a trace, and of an experiment with its series', async () => {
    const recorded = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded/traces.otf2');
    const trace = openArchive(recorded);
    const analyzed = analyzeTrace(trace, { program: 'heat2d', waits: true });
    const { report, run } = dynamicsOfTrace(trace, analyzed);
    const wanted = report.findings
      .filter(({ property }) => property === 'dynamics_peaks')
      .map(({ excess }) => excess)
      .sort((one, other) => other - one);
    expect(wanted.length).toBeGreaterThan(0);
    const folder = folderWith({ 'trimtab.yaml': '' });
    const recorder = storeFor(folder).create({ program: 'heat2d', target: 'local' }, new Date(2026, 0, 1));
    recorder.storeResults(analyzed.report, { ...analyzed.space, definitions: spaceDefinitions(trace.definitions) });
    writeDynamics(recorder.folder, { report, run }, analyzed.space.callTree.size);
    recorder.finish('complete');
    for (const on of [recorded, recorder.id]) {
      const { code, out } = await trimtab(folder, 'asl', 'eval', 'dynamics', '--on', on, '--json');
      expect(code).toBe(0);
      const found: unknown[] = wanted.map((impact): unknown =>
        expect.objectContaining({ impact: expect.closeTo(impact, 5) as unknown }),
      );
      expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ property: 'DegradationPeaks', found }));
    }
    const { out } = await trimtab(folder, 'asl', 'eval', 'dynamics', '--on', recorder.id);
    expect(out).toMatch(/DegradationPeaks {2}.*\n +series = \S+ on .*ranks?/);
    expect((await trimtab(folder, 'asl', 'explain', 'DegradationTrends')).out).toContain('sp.risesExcess');
  });

  it.each([
    [['asl'], '"trimtab asl" needs a command: check, eval, explain, format.'],
    [['asl', 'check'], '"trimtab asl check" needs <file>: files of properties.'],
    [['asl', 'eval', 'x.asl'], '"trimtab asl eval" needs --on <run>.'],
    [['asl', 'eval', 'x.asl', '--on', 'y', '--param', 'threshold'], '--param takes a name and a number'],
    [['asl', 'check', 'x.asl', '--on', 'y'], 'has no option --on. It belongs to "trimtab asl eval".'],
  ])('%j is not understood', async (words, message) => {
    const { code, err } = await trimtab(temporaryFolder(), ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  const reports = conformanceData('ompp/garviz_toci');
  it.skipIf(reports === undefined)(
    'eval prints the contexts in which properties hold in an ompP report, and the values behind them',
    async () => {
      const report = join(reports ?? '', 'toci.4-0.ompp.txt');
      const { code, out } = await trimtab(temporaryFolder(), 'asl', 'eval', 'openmp', '--on', report, '--json');
      expect(code).toBe(0);
      const results = JSON.parse(out) as {
        property: string;
        found: { impact: number; values: Record<string, number> }[];
      }[];
      const first = (name: string) => results.find(({ property }) => property === name)?.found[0];
      // ompP's own analysis of overheads: 0.57 s of waiting to enter, 2.90 s of leaving, and 20.77 s of imbalance.
      expect(first('CriticalSectionContention')?.values.lost).toBeCloseTo(3.47, 2);
      expect(first('ImbalanceInParallelRegion')?.impact).toBeCloseTo(20.77, 1);
    },
  );

  it.skipIf(reports === undefined)('eval prints the same for an experiment with that report', async () => {
    const report = join(reports ?? '', 'toci.4-0.ompp.txt');
    const folder = folderWith({ 'trimtab.yaml': '' });
    const opened = openMeasurement(report);
    if (opened.kind === 'trace') throw new Error('a report is a profile');
    const recorder = storeFor(folder).create({ program: 'toci', target: 'local' }, new Date(2026, 0, 1));
    const found = analyzeProfile(opened.profile, 'toci');
    recorder.update({ trace: { kind: 'reference', path: report } });
    recorder.storeResults(found.report, { ...found.space, definitions: spaceDefinitions(opened.definitions) });
    recorder.finish('complete');
    const evaluated = async (on: string) => (await trimtab(folder, 'asl', 'eval', 'openmp', '--on', on, '--json')).out;
    expect(JSON.parse(await evaluated(recorder.id))).toEqual(JSON.parse(await evaluated(report)));
  });
});
