/** The fields of a step, as a form offers them: made of what its kind declares. */
import { groupOf, kinds } from '../reading/kinds.js';
import type { Arguments } from '../language/declaration.js';
import { actionArguments, commonArguments } from '../language/stepSchema.js';
import type { FieldType } from '../language/words.js';

/**
 * An input field: `text` is taken literally, `step` is the id of an earlier step, everything else is YAML such as `4`,
 * `[make, check]` or `{ ranks: [1, 2] }`.
 */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Placeholder shown in an empty field. */
  readonly hint: string;
  /** Meaning of the field, one sentence. */
  readonly description: string;
}

/** A field with the keys that lead to it from its step. */
export interface PlacedField extends Field {
  readonly keys: readonly string[];
}

/** Fields of arguments. @param above keys that lead to them from a step */
const fieldsFor = (declared: Arguments, above: readonly string[]): PlacedField[] =>
  Object.entries(declared).map(([name, { form, hint, description }]) => ({
    name,
    type: form,
    hint,
    description,
    keys: [...above, name],
  }));

/** Every field of a kind of step, the kind's own first; none of a kind that is not known. */
export function fieldsOf(kind: string): PlacedField[] {
  const declared = kinds.find((one) => one.kind === kind)?.arguments ?? {};
  const shared = groupOf(kind) === undefined ? { ...commonArguments, ...actionArguments } : commonArguments;
  return [...fieldsFor(declared, [kind]), ...fieldsFor(shared, [])];
}
