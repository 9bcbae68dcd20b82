/** The fields of a step, as a form offers them: made of what its kind declares. */
import { groupOf, kinds } from '../kinds.js';
import type { FieldType } from '../language/words.js';

/**
 * How a field is written: `text` is taken as it stands, `step` is the id of an earlier step, everything else is YAML
 * such as `4`, `[make, check]` or `{ ranks: [1, 2] }`.
 */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** What to write, for an empty field. */
  readonly hint: string;
  /** What it means, a sentence. */
  readonly description: string;
}

const field = (name: string, type: FieldType, hint: string, description: string): Field => ({
  name,
  type,
  hint,
  description,
});

const commonFields: readonly Field[] = [
  field('id', 'text', 'as its kind', 'Name by which later steps refer to this one.'),
  field('title', 'text', 'as its kind', 'What people read of this step.'),
  field('when', 'text', 'always', 'The step is skipped where this is not true.'),
];
const actionFields: readonly Field[] = [
  field('retries', 'yaml', '0', 'How often the step is tried again after a failure.'),
  field('timeout', 'yaml', 'seconds, no limit', 'Seconds after which the step is stopped.'),
];

/** A field with the keys that lead to it from its step. */
export interface PlacedField extends Field {
  readonly keys: readonly string[];
}

/** Every field of a kind of step, the kind's own first; none of a kind that is not known. */
export function fieldsOf(kind: string): PlacedField[] {
  const declared = kinds.find((one) => one.kind === kind)?.arguments ?? {};
  const own = Object.entries(declared).map(([name, { form, hint, description }]) => ({
    ...field(name, form, hint, description),
    keys: [kind, name],
  }));
  const shared = groupOf(kind) === undefined ? [...commonFields, ...actionFields] : commonFields;
  return [...own, ...shared.map((item) => ({ ...item, keys: [item.name] }))];
}
