import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedLine, findingsFor, loadExpectations } from './expectations.js';
import { availableMpis, BuiltExample, type ExampleRun } from './runExample.js';

// Sizes that keep the test short and the problem plain.
const examples = [
  { example: 'heat2d-mpi', program: 'heat2d', args: ['1024', '60'], says: /heat2d: 60 iterations/ },
  { example: 'sweep-mpi', program: 'sweep', args: ['4'], says: /sweep: 4 iterations/ },
  { example: 'hybrid', program: 'hybrid', args: ['50000', '10'], says: /ranks 2, steps 10/ },
];
const mpis = availableMpis();
const cases = mpis.flatMap((mpi) => examples.map((example) => ({ ...example, mpi, under: mpi.name })));
if (mpis.length === 0) it.skip('no MPI library to run the examples with');

describe.each(cases)('$example under $under', ({ example, program, args, says, mpi }) => {
  const expectations = loadExpectations(example);
  let built: BuiltExample;
  let run: ExampleRun;

  beforeAll(async () => {
    built = await BuiltExample.build(example, program, mpi);
    run = await built.run(expectations.ranks, args);
  });

  afterAll(() => built.remove());

  it('computes what it computes without the probe', () => {
    expect(run.output).toMatch(says);
    expect(run.report.problems).toEqual([]);
    expect(run.report.processes).toBe(expectations.ranks);
  });

  it.each(expectations.findings)('shows $property in $function on its line', (expected) => {
    const line = expectedLine(example, expectations.source, expected);
    const places = findingsFor(run.report, expected).map((finding) => finding.place?.line);
    expect(places).toContain(line);
  });
});
