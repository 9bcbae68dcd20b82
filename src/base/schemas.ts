/**
 * Schemas of names with values, as people write them in YAML or JSON. To those of valibot an empty list is an empty
 * object, and a list of values has the names 0, 1, …; these refuse lists.
 */
import * as v from 'valibot';

const NAMES = 'write names with values';

type Run<Found> = (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) => Found;

/** Any names, each with a value. @param message what to write instead of anything else */
export function record<
  const Key extends v.BaseSchema<string, string | number | symbol, v.BaseIssue<unknown>>,
  const Item extends v.GenericSchema,
>(key: Key, value: Item, message: string = NAMES): v.RecordSchema<Key, Item, string> {
  const schema = v.record(key, value, message);
  return Object.assign(schema, { '~run': refusingLists(schema['~run'].bind(schema)) });
}

/** Returns a schema of exactly these names; their schemas define which are optional. */
export function strictObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.strictObject(entries, (issue) => (issue.expected === 'Object' ? NAMES : issue.message));
  return Object.assign(schema, { '~run': refusingLists(schema['~run'].bind(schema)) });
}

/** Checks as the schema does, but lists as it does `null`: refused as a whole, before it makes an object of them. */
function refusingLists<Found>(run: Run<Found>): Run<Found> {
  return (dataset, config) => run(Array.isArray(dataset.value) ? { value: null } : dataset, config);
}
