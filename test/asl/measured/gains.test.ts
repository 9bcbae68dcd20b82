/** Predicted gains in properties of the project, on a recorded trace. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOfRun } from '../../../src/analysis/asl/data.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes, withGains } from '../../../src/analysis/whatIf/index.js';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { checked } from '../support.js';

const HEAT = join(import.meta.dirname, '../../../examples/heat2d-mpi/recorded');

const TEXT = `
property WorthBalancing(Region r, Experiment e) {
  in condition: r.balanceSaves > 10 % * e.runTime;
  severity: r.balanceSaves / e.runTime;
}
property WorthHalving(Region r, Experiment e) {
  in condition: r.halfSaves > 10 % * e.runTime;
  severity: r.halfSaves / e.runTime;
}
property SlowNetwork(Experiment e) {
  in condition: e.networkSaves > 10 % * e.runTime;
  severity: e.networkSaves / e.runTime;
}
property UnevenTeams(Experiment e) {
  in condition: e.teamsSaves > 0 s;
  severity: e.teamsSaves / e.runTime;
}
`;

describe('predicted gains in ASL', () => {
  const trace = openArchive(HEAT);
  const analyzed = analyzeTrace(trace, { program: 'heat2d', replay: true });
  const predictions = predictRunTimes(trace, analyzed, { scenarios: [] });

  const severities = (isPredicted: boolean) => {
    const report = isPredicted ? withGains(analyzed.report, predictions) : analyzed.report;
    const data = dataOfRun({ ...analyzed, report }, trace.definitions);
    return checked(TEXT).properties.map((property) => evaluate(property, data).found.map(({ severity }) => severity));
  };
  const shareOf = (kind: string, region?: string): number | undefined =>
    predictions.predictions.find(({ scenarios: [first] }) => first?.kind === kind && first.region === region)?.share;

  it('are those of the predictions; changes that were not predicted are absent', () => {
    const [balanced, halved, network, teams] = severities(true);
    expect(balanced).toEqual([expect.closeTo(shareOf('balance', 'relax_rows') ?? Number.NaN, 9)]);
    expect(halved).toEqual([expect.closeTo(shareOf('scale', 'relax_rows') ?? Number.NaN, 9)]);
    expect(network).toEqual([expect.closeTo(shareOf('network') ?? Number.NaN, 9)]);
    expect(teams).toEqual([]);
  });

  it('are absent without predictions', () => {
    expect(severities(false)).toEqual([[], [], [], []]);
  });
});
