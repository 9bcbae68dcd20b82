import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../../src/workflows/reading/parse.js';
import { printWorkflow } from './printed.js';
import type { ValueRecord } from '../../../src/base/value.js';
import type { StepDeclaration } from '../../../src/workflows/language/declaration.js';
import { writtenArguments } from '../../../src/workflows/language/stepSchema.js';
import { type ActionStep, isGroup, type Step, type Workflow } from '../../../src/workflows/language/workflow.js';
import { actions } from '../../../src/workflows/actions/index.js';
import { groups } from '../../../src/workflows/groups/index.js';
import { type Makers, valuesOf } from '../../support/schemaValues.js';

/** Texts that are hard on YAML, and any other, without the mark of an expression. */
const text = fc
  .oneof(
    fc.constantFrom(
      'yes',
      '1',
      'null',
      '~',
      '- a',
      'a: b',
      '# no comment',
      ' edges ',
      'two\nlines\n',
      '"',
      "it's",
      '\t',
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  .filter((value) => !value.includes('${{'));
const nonEmpty = text.filter((value) => value !== '');
const makers: Makers = {
  text,
  matching: (pattern) => (pattern.source.includes('\\{') ? fc.constant('${{ inputs.n + 1 }}') : undefined),
};
/**
 * Returns arguments of a kind, according to its declaration; those that name another step have to name an existing one.
 */
function argumentsOf(kind: StepDeclaration): fc.Arbitrary<ValueRecord> {
  const own = Object.entries(kind.arguments).filter(
    ([, { form, isExpression }]) => form !== 'step' && isExpression !== true,
  );
  return fc
    .record(Object.fromEntries(own.map(([name, { written }]) => [name, valuesOf(written, makers)])), {
      requiredKeys: own.filter(([, { needed }]) => needed).map(([name]) => name),
    })
    .map((written) => v.parse(writtenArguments(Object.fromEntries(own)), written) as ValueRecord);
}

interface Parts {
  readonly step: Step;
}
const common = {
  title: text,
  when: fc.option(fc.constantFrom('inputs.n > 1', "inputs.n == 'a' || !true"), { nil: undefined }),
};
const action = fc.constantFrom(...actions).chain((declared) =>
  fc.record({
    ...common,
    kind: fc.constant(declared.kind),
    id: fc.constant(''),
    line: fc.constant(0),
    arguments: argumentsOf(declared),
    retries: fc.integer({ min: 0, max: 100 }),
    timeout: fc.option(fc.double({ min: 1, max: 1e6, noNaN: true }), { nil: undefined }),
  } satisfies { [K in keyof ActionStep]: fc.Arbitrary<ActionStep[K]> }),
);
const { step } = fc.letrec<Parts>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    action,
    fc.constantFrom(...groups).chain((declared) =>
      fc.record({
        ...common,
        kind: fc.constant(declared.kind),
        id: fc.constant(''),
        line: fc.constant(0),
        arguments: argumentsOf(declared).map((own) =>
          'until' in declared.arguments ? { ...own, until: 'loop.round >= 2' } : own,
        ),
        steps: fc.array(tie('step') as fc.Arbitrary<Step>, { minLength: 1, maxLength: 3 }),
      }),
    ),
  ),
}));

/** The same steps with ids that are theirs alone. */
function named(steps: readonly Step[]): Step[] {
  return steps.map((one, i) => {
    const id = `s${i}`;
    return isGroup(one) ? { ...one, id, steps: named(one.steps) } : { ...one, id };
  });
}

function withoutLines(steps: readonly Step[]): unknown[] {
  return steps.map((one) => ({ ...one, line: 0, ...(isGroup(one) ? { steps: withoutLines(one.steps) } : {}) }));
}

const workflow: fc.Arbitrary<Workflow> = fc
  .record({
    name: nonEmpty,
    description: text,
    more: fc.jsonValue(),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  })
  .map(({ name, description, more, steps }) => ({
    name,
    description,
    inputs: { n: 1, more: JSON.parse(JSON.stringify(more)) as ValueRecord },
    steps: named(steps),
  }));

describe('a printed workflow', () => {
  it('is read as the same workflow', () => {
    fc.assert(
      fc.property(workflow, (printed) => {
        const { workflow: read, problems } = parseWorkflow(printWorkflow(printed));
        expect(problems).toEqual([]);
        expect(read === undefined ? undefined : { ...read, steps: withoutLines(read.steps) }).toEqual({
          ...printed,
          steps: withoutLines(printed.steps),
        });
      }),
    );
  });
});
