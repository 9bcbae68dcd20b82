/** The ASL properties of changes, which select the reported changes, match dynamics.md, section 4. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeDynamics, changesOfRun } from '../../../src/analysis/dynamics/index.js';
import { changesOfTrace, dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { changeProperties, heldOf } from '../../../src/analysis/dynamics/properties.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { Texts } from '../../../src/asl/data.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { type ChangesEvidence, changesTables, type SeriesEvidence } from '../../../src/asl/measured/changes.js';
import { diagnosticLine } from '../../../src/asl/syntax/diagnostics.js';
import { checkTexts } from '../../../src/asl/texts.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { DynamicsPattern } from '../../../src/model/dynamics/dynamics.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { conformanceData } from '../../support/conformanceData.js';
import { seedTexts } from '../../support/seeds.js';
import { analyzedRun, step } from './runs.js';

const seconds = fc.double({ min: 0, max: 20, noNaN: true });
const energy = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.02, noNaN: true }));

const pattern = (kind: DynamicsPattern['kind']) =>
  fc
    .record({ excess: seconds, accumulated: seconds, first: fc.nat(20), length: fc.nat(10) })
    .map(({ first, length, ...of }): DynamicsPattern => ({
      ...{ ...of, kind, first, last: first + length, before: 1, after: 2, severity: of.excess / 100 },
    }));

const series = fc
  .record({
    isJudged: fc.boolean(),
    total: seconds,
    ...{ short: energy, wide: energy, all: fc.constantFrom(0, 1) },
    peaks: fc.array(pattern('peak'), { maxLength: 3 }),
    rises: fc.array(pattern('step'), { maxLength: 3 }),
    falls: fc.array(pattern('improvement'), { maxLength: 3 }),
    ...{ risesExcess: seconds, fallsExcess: seconds },
    moving: fc.option(seconds, { nil: undefined }),
  })
  .map(({ short, wide, all, moving, ...of }): SeriesEvidence => ({
    ...{ ...of, metric: 'mpi', node: 1, name: 'mpi on rank 0', locations: [0], episodes: [] },
    samples: () => new Float64Array(40),
    energies: () => ({ total: all, short, wide }),
    ...(moving === undefined ? {} : { moving }),
  }));

const evidences = fc
  .record({ loopTime: fc.constantFrom(0, 100, 1000), all: fc.array(series, { maxLength: 20 }) })
  .map(({ loopTime, all }): ChangesEvidence => ({ loopTime, count: 40, loop: 0, regionOf: () => 0, series: all }));

/** Changes of a series according to section 4: names, seconds and shares of the loop. */
function bySection4({ loopTime }: Pick<ChangesEvidence, 'loopTime'>, one: SeriesEvidence, threshold: number) {
  const { total, short, wide } = one.energies(0, 39);
  const share = (of: number, all: number): number => (all > 0 ? of / all : 0);
  if (!(share(one.total, loopTime) > threshold)) return [];
  const told = (property: string, excess: number) =>
    share(excess, loopTime) > threshold ? [{ property, excess, severity: share(excess, loopTime) }] : [];
  const peaks = one.peaks.reduce((sum, { excess }) => sum + excess, 0);
  const changes = [
    ...(share(short, total) > 0.0025 ? told('dynamics_peaks', peaks) : []),
    ...(share(wide, total) > 0.0025 ? told('dynamics_trends', one.risesExcess) : []),
    ...(share(wide, total) > 0.0025 ? told('dynamics_improvements', one.fallsExcess) : []),
  ];
  const varies = one.isJudged && share(short + wide, total) > 0.01 && changes.length === 0;
  return [
    ...changes,
    ...(varies ? [{ property: 'dynamics_variability', excess: 0, severity: 0 }] : []),
    ...(one.moving === undefined ? [] : told('dynamics_moving_imbalance', one.moving)),
  ];
}

const held = (evidence: ChangesEvidence, threshold: number) =>
  heldOf(evidence, changeProperties(threshold)).map((of) =>
    of.map(({ property, excess, severity }) => ({ property, excess, severity })),
  );

describe('the properties of changes', () => {
  it('hold under their rules, with the severity that these define', () => {
    fc.assert(
      fc.property(evidences, fc.constantFrom(0, 0.01, 0.05), (evidence, threshold) => {
        const wanted = evidence.series.map((one) => bySection4(evidence, one, threshold));
        expect(held(evidence, threshold)).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });

  it('use the parameters of the project', () => {
    const texts = [{ name: '.trimtab/properties/parameters.yaml', text: 'changeShare: 30 %\n' }];
    expect(changeProperties().threshold).toBe(0.01);
    expect(changeProperties(undefined, texts).threshold).toBe(0.3);
    expect(changeProperties(0.2, texts).threshold).toBe(0.2);
    const rows = [0, 1].map((rank) => step(rank, 200, 0.1, 0.3));
    const { run, of } = analyzedRun(2, rows);
    // 40 s of 400 s on each rank.
    expect(analyzeDynamics(run, of).findings.map(({ property }) => property)).toEqual(['dynamics_trends']);
    expect(analyzeDynamics(run, { ...of, texts }).findings).toEqual([]);
  });
});

/** Traces that have loops. */
const TRACES = ['examples/heat2d-mpi', 'examples/sweep-mpi', 'otf2/casita_4_mpi_ls_barr', 'otf2-with-scalasca/ats4'];

describe.each(TRACES)('%s', (name) => {
  const folder = name.startsWith('examples/') ? path.join(name, 'recorded') : conformanceData(name);
  it.skipIf(folder === undefined)('receives the changes of its series by the rules', () => {
    const trace = openArchive(path.join(folder ?? '', 'traces.otf2'));
    const analyzed = analyzeTrace(trace, { program: 'test', waits: true });
    const evidence = changesOfTrace(trace, analyzed);
    const { findings } = dynamicsOfTrace(trace, analyzed).report;
    const told = (evidence?.series ?? []).flatMap((one) =>
      bySection4({ loopTime: evidence?.loopTime ?? 0 }, one, 0.01),
    );
    const sorted = (of: readonly { property: string; excess: number; severity: number }[]) =>
      of.map(({ property, excess, severity }) => [property, excess, severity].join(' ')).sort();
    expect(sorted(findings)).toEqual(sorted(told));
  });
});

/** One rank with a step, and one with four peaks. */
function evidenceOfSignals(): ChangesEvidence {
  const { run, of } = analyzedRun(2, [
    step(0, 200, 0.1, 0.3),
    step(1, 200, 0.1, 0.1),
    { ...step(0, 0, 0.2, 0.2), metric: 'a', value: (i: number) => 0.2 + 4 * Math.exp(-(((i % 100) - 50) ** 2) / 32) },
  ]);
  return changesOfRun(run, of);
}

function dataOf(evidence: ChangesEvidence) {
  const texts = new Texts();
  const tables = changesTables(evidence, texts);
  return { texts, wholeProgram: NaN, table: (name: string) => tables.get(name) };
}

describe('single changes', () => {
  it('hold if they are large enough individually, and know their iterations', () => {
    const evidence = evidenceOfSignals();
    const [checked] = checkTexts(
      shippedTexts().filter(({ name }) => name === 'dynamics.asl'),
      [],
      new Map([['changeShare', 0.005]]),
    );
    const found = (name: string) => {
      const property = checked?.properties.find((each) => each.name === name);
      if (property === undefined) throw new Error(`there is no property ${name}`);
      return evaluate(property, dataOf(evidence)).found;
    };
    const excesses = (kind: 'peaks' | 'rises') =>
      evidence.series.flatMap((one) => one[kind].map(({ excess }) => excess)).filter((excess) => excess / 800 > 0.005);
    expect(excesses('peaks')).toHaveLength(4);
    expect(found('DegradationPeak').map(({ impact }) => impact)).toEqual(excesses('peaks').sort((a, b) => b - a));
    expect(found('DegradationTrend').map(({ impact }) => impact)).toEqual(excesses('rises').sort((a, b) => b - a));
  });

  it('are found by letters, too: what goes up and down lies where a peak was found', () => {
    const evidence = evidenceOfSignals();
    const text = `property Up(Property sp, DC dc) {
      let found = pdb.getSSF(sp.staticContext, dc, sp.id).searchSequence("AB", 1); count = found.size();
      lasting = pdb.getSSF(sp.staticContext, dc, sp.id).searchSequence("AB", 1000).size();
      first = min(found.dynamicContext.from); last = max(found.dynamicContext.to); sum = sum(found.getSum());
      in condition: count > 0; severity: sum / cpu(1 s); }`;
    const [checked] = checkTexts([{ name: 'a.asl', text }]);
    expect(checked?.diagnostics.map((each) => diagnosticLine(checked.source, each))).toEqual([]);
    const [property] = checked?.properties ?? [];
    const result = property === undefined ? undefined : evaluate(property, dataOf(evidence));
    const peaks = evidence.series.findIndex(({ metric }) => metric === 'a');
    const own = result?.found.find(({ rows }) => rows[0] === peaks);
    const samples = evidence.series[peaks]?.samples().reduce((sum, value) => sum + value, 0) ?? NaN;
    expect(own?.values.get('count')).toBe(4);
    expect(own?.values.get('lasting')).toBe(0);
    expect(own?.values.get('first')).toBeLessThan(50);
    expect(own?.values.get('last')).toBeGreaterThan(350);
    expect(own?.severity).toBeGreaterThan(20);
    expect(own?.severity).toBeLessThanOrEqual(samples * (1 + 1e-6));
  });
});

const seeds = seedTexts();

describe.skipIf(seeds === undefined)('Oleynik’s own text', () => {
  it('of degradation peaks holds where peaks are', () => {
    const source = seeds?.find(({ text }) => text.includes('PROPERTY DegradationPeaks(Property sp'));
    const evidence = evidenceOfSignals();
    const [checked] = checkTexts([{ name: 'seed.asl', text: source?.text ?? '' }]);
    const [property] = checked?.properties ?? [];
    const found = property === undefined ? [] : evaluate(property, dataOf(evidence)).found;
    expect(found.map(({ rows }) => evidence.series[rows[0] ?? NaN]?.metric)).toContain('a');
  });
});

/** The pages that contain each text. */
const PAGES = [
  ['SignificantVariability', 'dynamics_variability'],
  ['DegradationPeaks', 'dynamics_peaks'],
  ['DegradationTrends', 'dynamics_trends'],
  ['ImprovementTrends', 'dynamics_improvements'],
  ['MovingImbalance', 'dynamics_moving_imbalance'],
] as const;

describe('pages', () => {
  it.each(PAGES)('show the text of %s as it runs', (property, page) => {
    const { text } = shippedTexts().find(({ name }) => name === 'dynamics.asl') ?? { text: '' };
    const own = new RegExp(`^property ${property}\\([^]*?^\\}\\n`, 'm').exec(text)?.[0] ?? '';
    // The page has its own wording for meaning and advice.
    const shown = own.replace(/^ {2}(?:explain|causes|advice): .*\n/gm, '');
    expect(shown).toContain('condition:');
    const whole = readFileSync(path.resolve(import.meta.dirname, `../../../src/properties/${page}/${page}.md`), 'utf8');
    const section = whole.slice(whole.indexOf('## How it is computed'), whole.indexOf('## Typical causes'));
    expect(section).toContain(`\`\`\`asl\n${shown}\`\`\`\n`);
    expect(shippedProperties.ofIteration(page)).toBeDefined();
  });
});
