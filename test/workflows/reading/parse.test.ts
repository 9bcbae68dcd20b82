import { describe, expect, it } from 'vitest';
import { parseWorkflow, readWorkflow } from '../../../src/workflows/reading/parse.js';

const study = `version: 1
name: Scalability study
inputs:
  ranks: [1, 2, 4]
steps:
  - build: {}
  - id: series
    matrix:
      over:
        n: \${{ inputs.ranks }}
      steps:
        - run: { ranks: "\${{ matrix.n }}" }
          retries: 1
        - fetch: {}
        - analyze: { of: run }
  - compare:
      experiments: \${{ steps.series.experiments }}
    when: length(inputs.ranks) > 1
`;

describe('a workflow file', () => {
  it('is understood', () => {
    const { workflow, problems } = parseWorkflow(study);
    expect(problems).toEqual([]);
    expect(workflow?.steps.map(({ id, kind, line }) => [id, kind, line])).toEqual([
      ['build', 'build', 6],
      ['series', 'matrix', 7],
      ['compare', 'compare', 16],
    ]);
  });

  const withStep = (step: string): string => `version: 1\nname: w\nsteps:\n  - build: {}\n${step}`;
  it.each<[string, number, RegExp]>([
    ['version: 1\nname: w\nsteps: [', 3, /./],
    ['version: 2\nname: w\nsteps: [{build: {}}]', 1, /"version" is not right: write 1/],
    ['version: 1\nsteps:\n  - build: {}\n', 1, /"name" is missing/],
    ['version: 1\nname: w\nsteps: []\n', 3, /at least one step/],
    [withStep('  - bild: {}\n'), 5, /this step has no action; write one of sync/],
    [withStep('  - build: {}\n    run: {}\n'), 5, /both build and run/],
    [withStep('  - build: {}\n'), 5, /called "build" too/],
    [withStep('  - run:\n      rnks: 3\n'), 6, /"rnks" is not known/],
    [withStep('  - run:\n      ranks: many\n'), 6, /"ranks" is not right: write a whole number/],
    [withStep('  - run: {}\n    retires: 3\n'), 6, /"retires" is not known/],
    [withStep('  - ask: {}\n'), 5, /"question" is missing/],
    [withStep('  - shell: { command: rm -rf / }\n'), 5, /write the command as a list/],
    [withStep('  - annotate: { note: "${{ steps.later.x }}" }\n'), 5, /no step "later" is done before/],
    [withStep('  - annotate: { note: "${{ inputs.x }}" }\n'), 5, /no input "x"/],
    [withStep('  - annotate: { note: "${{ 1 + }}" }\n'), 5, /ends too early/],
    [withStep('  - run: { ranks: "${{ matrix.n }}" }\n'), 5, /is not in a matrix/],
    [withStep('  - run: {}\n    when: loop.round > 1\n'), 6, /is not in a loop/],
    [withStep('  - fetch: { of: run }\n'), 5, /names no step that is done before/],
    [withStep('  - parallel:\n      steps:\n        - run: {}\n        - fetch: { of: run }\n'), 8, /names no step/],
    [withStep('  - loop:\n      steps:\n        - run: {}\n'), 6, /"until" is missing/],
    [withStep('  - just a text\n'), 5, /write a step such as/],
    ['- 1\n', 1, /write names with values here/],
  ])('%j is refused at line %i', (text, line, message) => {
    const { workflow, problems } = parseWorkflow(text);
    expect(workflow).toBeUndefined();
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.line).toBe(line);
  });

  const after = (...steps: string[]): string =>
    `version: 1\nname: w\nsteps:\n  - id: series\n    matrix:\n      over: { n: [1, 2] }\n      steps:\n        - run:\n        - fetch:\n        - analyze:\n${steps.join('')}`;

  it.each<[string, number, number, RegExp]>([
    [
      '  - annotate:\n      experiment: ${{ steps.series.experiment }}\n',
      12,
      19,
      /"steps\.series\.experiment" in ".*" is not known here: the step "series" gives no "experiment"; it gives results, experiments\./,
    ],
    [
      '  - shell:\n      command:\n        - echo\n        - ${{ steps.series.results[0].run.secnds }}\n',
      14,
      11,
      /"steps\.series\.results\[…\]\.run\.secnds" .*: "run" gives no "secnds"; it gives experiment, target, project, ranks/,
    ],
    [
      '  - ask:\n      question: Go on?\n    when: length(steps.series.experiments.first) > 0\n',
      13,
      11,
      /"experiments" is a list and has no "first"/,
    ],
    [
      '  - ask: { question: How many? }\n  - run:\n      ranks: ${{ steps.ask.answer }}\n',
      13,
      14,
      /^"steps\.ask\.answer" is a text; "ranks" must be a whole number from 1\.$/,
    ],
    [
      '  - matrix:\n      over:\n        n: [1]\n      maxParallel: ${{ steps.series.experiments }}\n      steps:\n        - run:\n',
      14,
      20,
      /is a list; "maxParallel" must be a whole number from 1/,
    ],
  ])('is reported if it refers to an output that a step does not have: %j', (steps, line, column, message) => {
    const { problems } = parseWorkflow(after(steps));
    expect(problems.map(({ message: said }) => said)).toEqual([expect.stringMatching(message)]);
    expect(problems).toMatchObject([{ line, column }]);
  });

  it('may refer to everything that steps give', () => {
    const steps = `  - compare: { experiments: "\${{ steps.series.experiments }}" }
  - id: best
    run: { ranks: "\${{ steps.compare.points[0].ranks }}", name: "\${{ steps.series.results[1].n }} of \${{ steps.compare.verdict }}" }
  - fetch: { of: best }
  - analyze: { of: best }
  - annotate:
      experiment: \${{ steps.analyze.experiment }}
      note: \${{ steps.analyze.shares.mpi_latesender }} \${{ steps.analyze.worst.title }} \${{ steps.analyze.seconds['time'] }}
      tags: \${{ steps.analyze.shortFunctions }}
  - loop:
      until: steps.measure.seconds > 1 && loop.round > 2
      steps:
        - id: measure
          run: { ranks: "\${{ steps.best.ranks }}" }
  - shell: { command: [echo, "\${{ steps.loop.rounds[0].measure.experiment }}", "\${{ steps.loop.measure.target }}"] }
`;
    expect(parseWorkflow(after(steps)).problems).toEqual([]);
  });

  it('is refused in one sentence where it is to be run', () => {
    expect(() => readWorkflow(withStep('  - fetch: { of: run }\n'), 'my.yaml')).toThrow(
      'my.yaml, line 5: "of: run" names no step that is done before this one.',
    );
  });
});
