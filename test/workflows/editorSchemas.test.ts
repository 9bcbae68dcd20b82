/** Editor schemas of trimtab.yaml and of workflow files agree with the authoritative checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/layout.mjs';
import { TrimtabError } from '../../src/base/problem.js';
import { actions } from '../../src/workflows/actions/index.js';
import { editorSchema as configurationForEditors } from '../../src/workflows/configuration/schema.js';
import { groups } from '../../src/workflows/groups/index.js';
import { parseConfiguration } from '../../src/workflows/index.js';
import { parseWorkflow } from '../../src/workflows/reading/parse.js';
import { actionArguments, commonArguments, writtenArguments } from '../../src/workflows/language/stepSchema.js';
import { at, changed, entriesIn, places, wrong } from '../support/changedValues.js';
import { editorSchema, mistakes } from '../support/editorSchema.js';
import { rounds } from '../support/matrix.js';
import { type Makers, valuesOf } from '../support/schemaValues.js';

const workflow = editorSchema('workflow.schema.json');
const configuration = editorSchema('trimtab.schema.json');

const OF_EXPRESSIONS =
  /is not known here:|names no step|^The expression|^An expression|in the expression|^"[^"]+" is (a|true)|is called/;

/**
 * Returns the objections of the authoritative check to the form of a workflow; the meaning of its expressions is not
 * checked.
 */
function refusals(data: unknown): string[] {
  return parseWorkflow(JSON.stringify(data))
    .problems.map(({ message }) => message)
    .filter((message) => !OF_EXPRESSIONS.test(message));
}

function refusal(data: unknown): string | undefined {
  try {
    parseConfiguration(JSON.stringify(data), '/p/trimtab.yaml');
    return undefined;
  } catch (error) {
    if (error instanceof TrimtabError) return error.message;
    throw error;
  }
}

const makers: Makers = {
  text: fc.stringMatching(/^[a-z]{0,8}$/),
  matching: (pattern) => (pattern.source.includes('\\{\\{') ? fc.constant('${{ inputs.n }}') : undefined),
};

/** A step of any kind, according to its declaration; groups hold one that builds. */
const step: fc.Arbitrary<unknown> = fc.constantFrom(...actions, ...groups).chain((declared) => {
  const isGroup = groups.some(({ kind }) => kind === declared.kind);
  const shared = isGroup ? commonArguments : { ...commonArguments, ...actionArguments };
  return fc
    .tuple(valuesOf(writtenArguments(shared), makers), valuesOf(writtenArguments(declared.arguments), makers))
    .map(([beside, own]) => ({
      ...entriesIn(beside),
      [declared.kind]: isGroup ? { ...entriesIn(own), steps: [{ build: null }] } : own,
    }));
});

/** To the check that counts, a list without elements is names without values; no person writes one for the other. */
const isListForNames = (value: unknown, place: readonly string[], put: unknown): boolean =>
  Array.isArray(put) && !Array.isArray(at(value, place));

describe('schemas/workflow.schema.json', () => {
  const whole = (one: unknown): unknown => ({
    version: 1,
    name: 'w',
    inputs: { n: 1 },
    steps: [{ id: 'b', build: null }, one],
  });

  it('accepts the workflows that are shipped', () => {
    const folder = join(root, 'src/workflows/library');
    for (const name of readdirSync(folder))
      expect(mistakes(workflow, parse(readFileSync(join(folder, name), 'utf8'))), name).toEqual([]);
  });

  it('accepts every step that is accepted', () => {
    fc.assert(
      fc.property(step, (one) => {
        expect(refusals(whole(one))).toEqual([]);
        expect(mistakes(workflow, whole(one))).toEqual([]);
      }),
      { numRuns: rounds(50, 400) },
    );
  });

  it('agrees about steps with a mistake', () => {
    fc.assert(
      fc.property(
        step.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...places(one)), wrong)),
        ([one, place, put]) => {
          fc.pre(!isListForNames(one, place, put));
          const data = whole(changed(one, place, put));
          expect(mistakes(workflow, data).length === 0, JSON.stringify(data)).toBe(refusals(data).length === 0);
        },
      ),
      { numRuns: rounds(200, 1500) },
    );
  });

  it.each<[string, unknown]>([
    ['a key that is not known', { run: { rnks: 2 } }],
    ['a step of two kinds', { run: null, build: null }],
    ['a step of no kind', { id: 'a' }],
    ['no question', { ask: {} }],
    ['a command that is no list', { shell: { command: 'rm -rf /' } }],
    ['half a rank', { run: { ranks: 1.5 } }],
    ['a loop with retries', { loop: { until: 'true', steps: [{ build: null }] }, retries: 2 }],
    ['a matrix without values', { matrix: { over: {}, steps: [{ run: null }] } }],
    ['no steps', { parallel: { steps: [] } }],
    ['an id that is no name', { id: '1a', build: null }],
  ])('refuses %s', (_, one) => {
    expect(mistakes(workflow, whole(one))).not.toEqual([]);
    expect(refusals(whole(one))).not.toEqual([]);
  });
});

describe('schemas/trimtab.schema.json', () => {
  const texts = { ...makers, text: fc.stringMatching(/^[a-z]{0,8}$/) };
  const least = { version: 1, program: 'heat', ranks: 2, run: { command: ['./heat'] } };

  it('accepts the configurations of the examples', () => {
    const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((one) => one.isDirectory());
    for (const { name } of folders) {
      const text = readFileSync(join(root, 'examples', name, 'trimtab.yaml'), 'utf8');
      expect(mistakes(configuration, parse(text)), name).toEqual([]);
    }
  });

  /** Other tests cover targets in detail: their schemas for editors hold the keys of all kinds. */
  const entries = Object.fromEntries(
    Object.entries(configurationForEditors.entries).filter(([key]) => key !== 'targets'),
  );
  const accepted = valuesOf(v.strictObject(entries), texts).filter((data) => refusal(data) === undefined);

  it('accepts what is accepted', () => {
    fc.assert(
      fc.property(accepted, (data) => {
        expect(mistakes(configuration, data)).toEqual([]);
      }),
      { numRuns: rounds(25, 300) },
    );
  });

  it('refuses nothing that is accepted', () => {
    fc.assert(
      fc.property(
        accepted.chain((data) => fc.tuple(fc.constant(data), fc.constantFrom(...places(data)), wrong)),
        ([data, place, put]) => {
          fc.pre(!isListForNames(data, place, put));
          const other = changed(data, place, put);
          if (refusal(other) === undefined) expect(mistakes(configuration, other), JSON.stringify(other)).toEqual([]);
        },
      ),
      { numRuns: rounds(50, 600) },
    );
  });

  it.each<[string, unknown]>([
    ['a key that is not known', { ...least, rank: 2 }],
    ['no program', { ...least, program: undefined }],
    ['no command', { ...least, run: {} }],
    ['a command that is a line', { ...least, run: { command: 'mpirun ./heat' } }],
    ['no ranks', { ...least, ranks: 0 }],
    ['a target that is no name', { ...least, target: '-x' }],
    ['a target of no kind', { ...least, targets: { a: { host: 'b' } } }],
    ['a size of no unit', { ...least, measure: { limits: { process: 'much' } } }],
    ['another version', { ...least, version: 2 }],
  ])('refuses %s', (_, data) => {
    expect(mistakes(configuration, JSON.parse(JSON.stringify(data)))).not.toEqual([]);
    expect(refusal(data)).toBeDefined();
  });
});
