/** Exports of pages, to be saved in a file the user chooses. */
import * as v from 'valibot';

const savedKinds = ['csv', 'svg', 'png'] as const;
export type SavedKind = (typeof savedKinds)[number];

/** Characters of a file at most. */
const LARGEST = 64 << 20;

/** Saves a text as a file; bytes of a bitmap are encoded in base64. */
export const saveAction = v.object({
  do: v.literal('save'),
  kind: v.picklist(savedKinds),
  text: v.pipe(v.string(), v.maxLength(LARGEST)),
});
export type SaveAction = v.InferOutput<typeof saveAction>;
