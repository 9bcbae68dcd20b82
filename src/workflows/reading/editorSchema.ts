/** Schema with which editors complete and check workflow files, made of the declarations of the kinds of steps. */
import * as v from 'valibot';
import { actions } from '../actions/index.js';
import { groups } from '../groups/index.js';
import type { Arguments, StepDeclaration } from '../language/declaration.js';
import { actionArguments, commonArguments, workflowSchema } from '../language/stepSchema.js';
import {
  expressionText,
  nameText,
  writtenCommand,
  writtenCount,
  writtenExperiments,
  writtenTexts,
  writtenVariables,
} from '../language/words.js';

/** Repeated texts, each written once. */
const words = {
  name: nameText,
  expression: expressionText,
  count: writtenCount,
  texts: writtenTexts,
  experiments: writtenExperiments,
  command: writtenCommand,
  variables: writtenVariables,
};

/** Adds the description, even to a shared schema. */
function described(schema: v.GenericSchema, description: string): v.GenericSchema {
  const repeats = Object.values<v.GenericSchema>(words).includes(schema) || declarations.has(schema);
  return v.pipe(repeats ? v.intersect([schema]) : schema, v.description(description));
}

function entriesOf(declared: Arguments): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, { written, description, needed, initial }]) => {
      const whole = described(written, description);
      return [name, needed ? whole : v.optional(whole, initial)];
    }),
  );
}

const steps = (description: string) =>
  v.pipe(v.array(v.lazy((): v.GenericSchema => step)), v.minLength(1), v.description(description));

/** Schemas of the arguments of the kinds. */
const declarations = new Set<v.GenericSchema>();
const below = (declaration: StepDeclaration, more: Record<string, v.GenericSchema>): v.GenericSchema => {
  const schema = v.pipe(
    v.strictObject({ ...entriesOf(declaration.arguments), ...more }),
    v.description(declaration.description),
  );
  declarations.add(schema);
  return schema;
};
const kinds = new Map([
  ...actions.map((one): [StepDeclaration, v.GenericSchema] => [one, below(one, {})]),
  ...groups.map((one): [StepDeclaration, v.GenericSchema] => [
    one,
    below(one, { steps: steps(one.beside ? 'Steps that are done at the same time.' : 'Steps, in their order.') }),
  ]),
]);

/** A step may be written without arguments where it needs none. */
function kindEntry(declaration: StepDeclaration, schema: v.GenericSchema): v.GenericSchema {
  const isAction = actions.some(({ kind }) => kind === declaration.kind);
  const canBeEmpty = isAction && !Object.values(declaration.arguments).some(({ needed }) => needed);
  return v.optional(
    canBeEmpty
      ? v.pipe(v.nullable(schema), v.description(declaration.description))
      : described(schema, declaration.description),
  );
}

const step: v.GenericSchema = v.pipe(
  v.strictObject({
    ...entriesOf(commonArguments),
    ...entriesOf(actionArguments),
    ...Object.fromEntries([...kinds].map(([one, schema]) => [one.kind, kindEntry(one, schema)])),
  }),
  // Each step is of one kind.
  v.metadata({
    oneOf: [
      ...actions.map(({ kind }) => ({ required: [kind] })),
      ...groups.map(({ kind }) => ({
        required: [kind],
        properties: Object.fromEntries(Object.keys(actionArguments).map((name) => [name, false])),
      })),
    ],
  }),
);

/** Schemas to which others refer, by name. */
export const definitions: Readonly<Record<string, v.GenericSchema>> = {
  step,
  ...Object.fromEntries([...kinds].map(([{ kind }, schema]) => [kind, schema])),
  ...words,
};

export const editorSchema = v.pipe(
  v.strictObject({ ...workflowSchema.entries, steps: steps('Steps, in their order.') }),
  v.title('Trimtab workflow'),
  v.description('A repeatable tuning process: steps that build, run, analyze and compare.'),
);
