import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../../src/workflows/language/parse.js';
import { printWorkflow } from '../../../src/workflows/language/print.js';
import type { ValueRecord } from '../../../src/workflows/language/value.js';
import {
  type Action,
  type ActionStep,
  isGroup,
  type Step,
  type Workflow,
} from '../../../src/workflows/language/workflow.js';

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
const count = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constant('${{ inputs.n + 1 }}'));
const variables = fc.dictionary(fc.stringMatching(/^[A-Z]{1,8}$/), fc.oneof(text, fc.integer(), fc.boolean()));
const optional = (parts: Record<string, fc.Arbitrary<unknown>>, required: string[] = []) =>
  fc.record(parts, { requiredKeys: required }) as fc.Arbitrary<ValueRecord>;

const argumentsOf: Readonly<Record<Action, fc.Arbitrary<ValueRecord>>> = {
  sync: optional({ target: text }),
  instrument: optional({ exclude: fc.oneof(fc.array(text), fc.constant('${{ inputs.n }}')), environment: variables }),
  build: optional({ target: text, command: fc.array(text, { minLength: 1, maxLength: 4 }) }),
  run: optional({ target: text, ranks: count, threads: count, nodes: count, name: text, environment: variables }),
  fetch: fc.constant({}),
  analyze: fc.constant({}),
  compare: optional({ before: fc.oneof(text, fc.array(text)), after: text, accept: fc.array(text) }),
  annotate: optional({ experiment: text, note: text, tags: fc.array(text) }),
  ask: optional({ question: text, choices: fc.array(text, { minLength: 1 }) }, ['question']),
  shell: optional({ command: fc.array(text, { minLength: 1 }), folder: text, environment: variables }, ['command']),
};

interface Parts {
  readonly step: Step;
}
const common = {
  title: text,
  when: fc.option(fc.constantFrom('inputs.n > 1', "inputs.n == 'a' || !true"), { nil: undefined }),
};
const action = fc.constantFrom(...(Object.keys(argumentsOf) as Action[])).chain((kind) =>
  fc.record({
    ...common,
    kind: fc.constant(kind),
    id: fc.constant(''),
    line: fc.constant(0),
    arguments: argumentsOf[kind],
    retries: fc.integer({ min: 0, max: 100 }),
    timeout: fc.option(fc.double({ min: 1, max: 1e6, noNaN: true }), { nil: undefined }),
  } satisfies { [K in keyof ActionStep]: fc.Arbitrary<ActionStep[K]> }),
);
const { step } = fc.letrec<Parts>((tie) => {
  const group = {
    ...common,
    id: fc.constant(''),
    line: fc.constant(0),
    steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  };
  const values = fc.oneof(
    fc.array(fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))),
    fc.constant('${{ inputs.n }}'),
  );
  const none = {
    over: fc.constant({}),
    until: fc.constant(undefined),
    most: fc.constant(1),
    maxParallel: fc.constant(undefined),
  };
  return {
    step: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      action,
      fc.record({ ...group, ...none, kind: fc.constant('parallel' as const) }),
      fc.record({
        ...group,
        ...none,
        kind: fc.constant('loop' as const),
        until: fc.constantFrom('loop.round >= 2', 'false'),
        most: fc.integer({ min: 1, max: 1000 }),
      }),
      fc.record({
        ...group,
        ...none,
        kind: fc.constant('matrix' as const),
        over: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/), values, { minKeys: 1, maxKeys: 3 }),
        maxParallel: fc.option(count, { nil: undefined }),
      }),
    ) as fc.Arbitrary<Step>,
  };
});

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
