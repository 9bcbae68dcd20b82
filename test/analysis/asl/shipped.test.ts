import { describe, expect, it } from 'vitest';
import { hasCounters } from '../../../src/asl/counters.js';
import { dataOfRun } from '../../../src/analysis/asl/data.js';
import { withCounterProperties } from '../../../src/analysis/asl/shipped.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import type { SeverityColumn } from '../../../src/model/performanceSpace.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/** Two ranks that compute 6 s each in `solve`, called at heat.c:7, of a run of 10 s. @param counts of what was counted there, in all */
function counted(counts: Readonly<Record<string, number>>) {
  const builder = new TraceBuilder();
  const site = builder.site('heat.c', 7);
  for (const process of [builder.process(), builder.process()])
    process[0].enter(0, 'main').enter(1, 'solve', site).leave(7, 'solve').leave(10, 'main');
  const trace = builder.build();
  const { space, report } = analyzeTrace(trace, { program: 'test' });
  const solve = trace.definitions.regions.findIndex(({ name }) => name === 'solve');
  const columns = Object.entries(counts).map(([name, value]): [string, SeverityColumn] => {
    const callPath = Uint32Array.of(space.callTree.region.indexOf(solve));
    return [name, { callPath, location: Uint32Array.of(0), value: Float64Array.of(value) }];
  });
  const metrics = Object.keys(counts).map((name) => ({ name, title: name, unit: 'count', description: '' }));
  const found = {
    report,
    space: {
      ...space,
      metrics: [...space.metrics, ...metrics],
      severities: new Map([...space.severities, ...columns]),
    },
  };
  return { found, definitions: trace.definitions };
}

function told(counts: Readonly<Record<string, number>>, parameters?: string) {
  const { found, definitions } = counted(counts);
  const texts = parameters === undefined ? [] : [{ name: '.trimtab/properties/parameters.yaml', text: parameters }];
  const { report } = withCounterProperties(found, definitions, dataOfRun(found, definitions), texts);
  const before = new Set(found.report.findings.map(({ property }) => property));
  return { report, added: report.findings.filter(({ property }) => !before.has(property)) };
}

describe('counters of a trace', () => {
  it('report stalled cycles, and instructions per cycle as a part of them', () => {
    const { added } = told({ PAPI_TOT_CYC: 12e9, PAPI_RES_STL: 6e9, PAPI_TOT_INS: 9e9 });
    expect(added).toMatchObject([
      {
        ...{ property: 'StalledCycles', seconds: 6, severity: 0.3, place: { file: 'heat.c', line: 7 } },
        parts: [{ property: 'FewInstructions', seconds: 3 }],
      },
    ]);
  });

  it('report the roofline if the machine is known', () => {
    const counts = { PAPI_FP_OPS: 12e9, PAPI_L3_TCM: 1 };
    expect(told(counts).added).toEqual([]);
    // 12e9 operations in 12 s of 2e9 that each second has.
    const { added } = told(counts, 'peakFlops: 2 GF/s\npeakBandwidth: 50 GB/s\n');
    expect(added).toMatchObject([{ property: 'BelowRoofline', seconds: 6, confidence: 0.5 }]);
  });

  it('of a damaged file become no findings of more than the whole time', () => {
    const { report, added } = told({ PAPI_TOT_CYC: 12e9, PAPI_RES_STL: 60e9 });
    expect(added).toEqual([]);
    const doubt = report.doubts?.find(({ kind }) => kind === 'implausible-times');
    expect(doubt?.sentence).toMatch(/^1 finding with more than the whole time is excluded \(Stalled Cycles, 300\.0 %/);
  });

  it('that were not read are not reported', () => {
    expect(hasCounters(counted({ PAPI_TOT_CYC: 1 }).found.space)).toBe(true);
    expect(hasCounters(counted({}).found.space)).toBe(false);
  });
});
