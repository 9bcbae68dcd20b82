/** What may stand in a step of a workflow. Texts with an expression may stand for any value. */
import * as v from 'valibot';
import { hasExpression } from './template.js';
import type { Action } from './workflow.js';

/** @param message what to write instead of a text without an expression */
const template = (message: string) => v.pipe(v.string(message), v.check(hasExpression, message));
const name = v.pipe(
  v.string('write a name'),
  v.regex(/^[A-Za-z][\w-]{0,63}$/, 'write a name of letters, digits, "_" and "-" that begins with a letter'),
);
const text = v.string('write a text');
const COUNT = 'write a whole number from 1, or ${{ an expression }}';
const count = v.union(
  [v.pipe(v.number(), v.integer(COUNT), v.minValue(1, COUNT), v.maxValue(1_000_000, COUNT)), template(COUNT)],
  COUNT,
);
const argument = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))], 'write each argument as a text'),
  v.string(),
);
const command = v.pipe(
  v.array(argument, 'write the command as a list, such as [make, check]'),
  v.minLength(1, 'write at least the program to start'),
);
const TEXTS = 'write a list of texts, or ${{ an expression }}';
const texts = v.union([v.array(text), template(TEXTS)], TEXTS);
const variables = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()], 'write a text, such as "1"'));
const target = v.optional(text);
/** The step whose run is meant; the latest one where it is left out. */
const of = v.optional(name);
const experiments = v.union([texts, text], 'write an experiment, a list of them, or ${{ an expression }}');

/** Arguments of each action. */
export const argumentSchemas = {
  sync: v.strictObject({ target }),
  instrument: v.strictObject({ exclude: v.optional(texts), environment: v.optional(variables) }),
  build: v.strictObject({ target, command: v.optional(v.union([command, v.array(command)])) }),
  run: v.strictObject({
    target,
    ranks: v.optional(count),
    threads: v.optional(count),
    nodes: v.optional(count),
    name: v.optional(text),
    environment: v.optional(variables),
  }),
  fetch: v.strictObject({ of }),
  analyze: v.strictObject({ of }),
  compare: v.strictObject({
    before: v.optional(experiments),
    after: v.optional(experiments),
    experiments: v.optional(experiments),
    accept: v.optional(texts),
  }),
  annotate: v.strictObject({
    experiment: v.optional(text),
    of,
    note: v.optional(text),
    tags: v.optional(texts),
  }),
  ask: v.strictObject({
    question: text,
    choices: v.optional(v.pipe(v.array(text, 'write a list of answers'), v.minLength(1, 'write at least one answer'))),
  }),
  shell: v.strictObject({ target, command, folder: v.optional(text), environment: v.optional(variables) }),
} as const satisfies Record<Action, v.GenericSchema>;

const expression = v.pipe(
  v.string('write an expression such as "steps.ask.answer == \'yes\'"'),
  v.trim(),
  v.minLength(1),
);
const duration = v.pipe(v.number('write a number of seconds'), v.finite(), v.minValue(1, 'write at least 1 second'));
const stepList = v.pipe(v.array(v.unknown(), 'write a list of steps'), v.minLength(1, 'write at least one step'));

const VALUES = 'write a list of values, or ${{ an expression }}';

/** What every step may have beside its kind. */
export const commonSchema = { id: v.optional(name), title: v.optional(text), when: v.optional(expression) };
export const actionSchema = {
  ...commonSchema,
  retries: v.optional(
    v.pipe(v.number('write a whole number'), v.integer('write a whole number'), v.minValue(0), v.maxValue(100)),
  ),
  timeout: v.optional(duration),
};
export const groupSchemas = {
  parallel: v.strictObject({ steps: stepList }),
  loop: v.strictObject({
    steps: stepList,
    until: expression,
    most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000, 'write at most 1000')), 10),
  }),
  matrix: v.strictObject({
    steps: stepList,
    over: v.pipe(
      v.record(name, v.union([v.array(v.unknown()), template(VALUES)], VALUES)),
      v.check((value) => Object.keys(value).length > 0, 'write at least one name with its values'),
    ),
    maxParallel: v.optional(count),
  }),
} as const;

export const workflowSchema = v.strictObject({
  version: v.literal(1, 'write 1'),
  name: v.pipe(text, v.minLength(1, 'write a name')),
  description: v.optional(text, ''),
  inputs: v.optional(v.record(name, v.unknown()), {}),
  steps: stepList,
});
