/** The shipped texts over public profiles give the same numbers as the built-in analysis of Trimtab. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOfRun } from '../../../src/analysis/asl/data.js';
import { withShippedProperties } from '../../../src/analysis/asl/shipped.js';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { total } from '../../../src/analysis/trace/index.js';
import { type Evaluated, evaluate } from '../../../src/asl/compile/evaluate.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { checkTexts } from '../../../src/asl/texts.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { multiplicative } from '../../../src/model/findings/efficiency.js';
import type { Finding } from '../../../src/model/findings/findings.js';
import { conformanceData } from '../../support/conformanceData.js';
import { rounds } from '../../support/matrix.js';

const FILES = [
  'tau_ppk/LoadImbalance_gromacs/8.ppk',
  'cubex/metacg_inputimbalance_001/001.cubex',
  'cubex/extrap_simple_threaded_example.f1/cube-example1.cubex',
  'cubex/casita_4_mpi_ls_barr/profile.cubex',
  'ompp/garviz_toci/toci.4-0.ompp.txt',
  'tau/hatchet_tau-cpi-mpi',
].flatMap((name) => {
  const path = conformanceData(name);
  return path === undefined ? [] : [{ name, path }];
});

function analyzed(path: string) {
  const opened = openMeasurement(path);
  if (opened.kind !== 'profile') throw new Error('no profile');
  const { profile, definitions } = opened;
  const run = analyzeProfile(profile, 'test');
  return { run, definitions, data: dataOfRun(run, definitions, { parallelRegions: () => profile.parallelRegions }) };
}

/** Evaluates all shipped properties of sums. All values that are less than ideal are reported. */
function evaluated({ run, data }: ReturnType<typeof analyzed>): Map<string, Evaluated> {
  const properties = checkTexts(shippedTexts(), run.space.metrics, new Map([['popFair', 1]]))
    .flatMap(({ properties: each }) => each)
    .filter(({ patterns }) => patterns.length === 0);
  return new Map(properties.map((property) => [property.name, evaluate(property, data)]));
}

const secondsAt = (findings: readonly Finding[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { callPath, seconds } of findings)
    sums.set(JSON.stringify(callPath), (sums.get(JSON.stringify(callPath)) ?? 0) + seconds);
  return sums;
};

describe.skipIf(FILES.length === 0).each(FILES)('$name', ({ path }) => {
  const measured = analyzed(path);
  const results = evaluated(measured);
  const { run, definitions, data } = measured;

  it('has the efficiencies of POP', () => {
    const { efficiency } = run.report;
    const rows = new Map(
      efficiency === undefined ? [] : multiplicative(efficiency).map(({ name, value }) => [name, value]),
    );
    const pairs = [
      ['ParallelEfficiency', 'parallel_efficiency'],
      ['LoadBalance', 'load_balance'],
      ['CommunicationEfficiency', 'communication_efficiency'],
    ] as const;
    for (const [text, row] of pairs) {
      const value = results.get(text)?.found[0]?.values.get('efficiency') ?? 1;
      expect(Math.abs(value - Math.min(1, rows.get(row) ?? 1)), text).toBeLessThan(1e-9);
    }
  });

  it('spends in MPI the time of its report, run and call sites', () => {
    const whole = total(run.space, 'time');
    const share = total(run.space, 'mpi') / whole;
    const found = results.get('MpiTime')?.found[0]?.severity;
    if (share > 0.05) expect(Math.abs((found ?? 0) - share)).toBeLessThan(1e-9);
    else expect(found).toBeUndefined();
    const told = run.report.findings.filter(({ property }) => property === 'mpi_cost').map(({ severity }) => severity);
    const sites = results.get('MpiCallSite')?.found.map(({ severity }) => severity) ?? [];
    for (const severity of told.filter((each) => each > 0.0100001))
      expect(Math.min(...sites.map((each) => Math.abs(each - severity)))).toBeLessThan(1e-9);
  });

  it('counts no time twice when texts are ranked with the other findings', () => {
    const { findings } = withShippedProperties(run, definitions, data).report;
    const [before, after] = [secondsAt(run.report.findings), secondsAt(findings)];
    for (const [place, seconds] of before) expect(after.get(place)).toBe(seconds);
    for (const { seconds, parts = [] } of findings)
      for (const part of parts) expect(part.seconds).toBeLessThanOrEqual(seconds * (1 + 1e-9));
  });
});

const gromacs = conformanceData('tau_ppk/LoadImbalance_gromacs');

describe.skipIf(gromacs === undefined)('GROMACS', () => {
  const published = [
    [2, 0.96602],
    [8, 0.77195],
    [32, 0.39034],
    [128, 0.23471],
  ] as const;
  it.each(published.slice(0, rounds(2, 4)))(
    'with %i ranks has the published parallel efficiency of %f in ASL',
    (ranks, efficiency) => {
      const value = evaluated(analyzed(join(gromacs ?? '', `${ranks}.ppk`)))
        .get('ParallelEfficiency')
        ?.found[0]?.values.get('efficiency');
      expect(value).toBeCloseTo(efficiency, 5);
    },
  );
});

const ompp = conformanceData('ompp/garviz_toci/toci.4-0.ompp.txt');

describe.skipIf(ompp === undefined)('a report of ompP', () => {
  it('reports the imbalance of its parallel region as a part of the time at the end of it', () => {
    const { run, definitions, data } = analyzed(ompp ?? '');
    const { findings } = withShippedProperties(run, definitions, data).report;
    const [first] = findings;
    expect(first?.property).toBe('omp_cost');
    expect(first?.parts).toMatchObject([
      { property: 'ImbalanceInParallelRegion', title: 'Imbalance In Parallel Region' },
    ]);
    // ompP reports 20.77 s in total, and four threads to a hundredth of a second.
    expect(Math.abs((first?.parts?.[0]?.seconds ?? 0) - 20.77)).toBeLessThan(0.021);
  });
});
