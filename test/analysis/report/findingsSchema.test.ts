/** The published schema of a report agrees with the authoritative check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/layout.mjs';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { TrimtabError } from '../../../src/base/problem.js';
import { checkReport, editorSchema as reportSchema } from '../../../src/experiments/report/reportSchema.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { at, changed, entriesIn, places, wrong } from '../../support/changedValues.js';
import { editorSchema, mistakes } from '../../support/editorSchema.js';
import { violations } from '../../support/jsonSchema.js';
import { valuesOf } from '../../support/schemaValues.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const validate = editorSchema('findings.schema.json');
const EXAMPLES = ['heat2d-mpi', 'sweep-mpi', 'pingpong', 'jacobi-openmp', 'hybrid'];

/** Returns the report as stored and printed. */
function stored(report: unknown): unknown {
  return JSON.parse(JSON.stringify(report));
}

function recorded(example: string): unknown {
  const archive = openArchive(join(root, 'examples', example, 'recorded'));
  return stored(analyzeTrace(archive, { program: example }).report);
}

function refusal(data: unknown): string | undefined {
  try {
    checkReport(data, 'findings.json');
    return undefined;
  } catch (error) {
    if (error instanceof TrimtabError) return error.message;
    throw error;
  }
}

/** The schema, but every key that it does not name is a mistake. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return 'type' in part && part.type === 'object' ? { ...inner, additionalProperties: false } : inner;
}

it('schemas/findings.schema.json is a complete schema, and a report conforms to it', () => {
  const builder = new TraceBuilder();
  const [[sender], [receiver]] = [builder.process(), builder.process()];
  const world = builder.communicator([0, 1]);
  sender.enter(0, 'main').enter(6, 'MPI_Send').send(6.1, world, 1, 0, 8).leave(6.5, 'MPI_Send').leave(10, 'main');
  receiver.enter(0, 'main').enter(2, 'MPI_Recv').recv(6.9, world, 0, 0, 8).leave(7, 'MPI_Recv').leave(10, 'main');
  const { report } = analyzeTrace(builder.build(), { program: 'app' });
  expect(report.findings.some(({ rootCauses }) => rootCauses !== undefined)).toBe(true);
  expect(mistakes(validate, report)).toEqual([]);
  expect(mistakes(validate, { ...report, span: '10 s' })).not.toEqual([]);
});

describe('schemas/findings.schema.json', () => {
  const whole = recorded('heat2d-mpi');

  it.each(EXAMPLES)('accepts the report on the recorded run of %s, and names all its keys', (example) => {
    const report = recorded(example);
    expect(mistakes(validate, report)).toEqual([]);
    expect(refusal(report)).toBeUndefined();
    const schema: unknown = JSON.parse(readFileSync(join(root, 'schemas', 'findings.schema.json'), 'utf8'));
    expect(violations(closed(schema), report)).toEqual([]);
    expect(violations(closed(schema), changed(report, ['metrics', '0'], { moon: 'full' }))).toContain(
      '$.metrics[0] has the unknown key moon',
    );
  });

  const made = valuesOf(reportSchema, { text: fc.stringMatching(/^[a-z]{0,8}$/) }).map(stored);

  it('accepts every report that is accepted', () => {
    fc.assert(
      fc.property(made, (report) => {
        expect(refusal(report)).toBeUndefined();
        expect(mistakes(validate, report)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('agrees about reports with a mistake', () => {
    // Undefined values are lost in the stored report.
    const put = fc.oneof(wrong, fc.constant(undefined));
    const one = fc.oneof(made, fc.constant(whole));
    fc.assert(
      fc.property(
        one.chain((report) => fc.tuple(fc.constant(report), fc.constantFrom(...places(report).slice(1)), put)),
        ([report, place, value]) => {
          const data = stored(changed(report, place, value));
          expect(mistakes(validate, data).length === 0, place.join('.')).toBe(refusal(data) === undefined);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each<[string, readonly string[], unknown]>([
    ['no version', ['version'], undefined],
    ['a newer version', ['version'], 3],
    ['another format', ['format'], 'trimtab-space'],
    ['a time that is no number', ['span'], '10 s'],
    ['half an event', ['events'], 0.5],
    ['line 0', ['findings', '0', 'place', 'line'], 0],
    ['a finding without a severity', ['findings', '0', 'severity'], undefined],
    ['a finding of another kind', ['findings', '0', 'kind'], 'waiting'],
    ['a location that is a name', ['findings', '0', 'locations', '0', 'location'], 'MPI Rank 0'],
    ['a call path that is a text', ['findings', '0', 'callPath'], 'main/MPI_Recv'],
    ['no problems', ['problems'], undefined],
  ])('refuses %s', (_, place, put) => {
    const first = { ...entriesIn(at(whole, ['findings', '0'])), kind: 'cost' };
    const data = stored(changed(changed(whole, ['findings', '0'], first), place, put));
    expect(mistakes(validate, data)).not.toEqual([]);
    expect(refusal(data)).toBeDefined();
  });

  it('allows keys that newer versions add', () => {
    const newer = changed(whole, ['metrics', '0'], { name: 'a', title: 'b', unit: 'count', value: 1, moon: 'full' });
    for (const data of [newer, { ...entriesIn(newer), moon: { phase: 'full' } }]) {
      expect(mistakes(validate, data)).toEqual([]);
      expect(refusal(data)).toBeUndefined();
    }
  });

  it('describes the current version: reports of version 1 are only read', () => {
    const former = changed(whole, ['version'], 1);
    expect(mistakes(validate, former)).not.toEqual([]);
    expect(mistakes(validate, checkReport(former, 'findings.json'))).toEqual([]);
  });
});
