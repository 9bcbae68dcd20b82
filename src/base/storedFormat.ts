/** How what Trimtab stored is read back, whatever version wrote it: one way for all its files. */
import * as v from 'valibot';
import { TrimtabError } from './problem.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Format of files of one kind. The version increases only if older readers would misunderstand the file. Additions keep
 * it, because unknown keys are preserved, also when a reader writes the file again.
 */
export interface StoredFormat<Content> {
  /** Format name in the files. */
  readonly format: string;
  /** The version that is written, and read. */
  readonly version: number;
  /** By version, from 1 on to the one before `version`: makes data of that version data of the next one. */
  readonly upgraders: Readonly<Partial<Record<number, (data: Fields) => Fields>>>;
  /** Content of the newest version; additional keys are neither checked nor lost. */
  readonly schema: v.GenericSchema<Content>;
}

/**
 * Checks the content of a file, and converts it to the newest version.
 * @param file its display name, which begins the sentence
 * @throws TrimtabError with one sentence when it is of a newer version or none of this format, or is incomplete
 */
export function checkStored<Content>(
  { format, version, upgraders, schema }: StoredFormat<Content>,
  file: string,
  data: unknown,
): Content {
  let upgraded = data;
  if (isFields(data)) {
    const found = typeof data.version === 'number' ? data.version : Number.NaN;
    if (found > version)
      throw new TrimtabError(`${file} has version ${found}, written by a newer Trimtab; update Trimtab to read it.`);
    if (data.format !== format) throw new TrimtabError(`${file} cannot be read: format: it is not ${format}.`);
    upgraded = brought(data, found, version, upgraders);
  }
  // Checking does not change the data: keys outside the schema are kept.
  if (v.is(schema, upgraded)) return upgraded;
  // Only the first mistake is reported: to collect millions of them takes gigabytes.
  const { issues } = v.safeParse(schema, upgraded, { abortEarly: true });
  const issue = issues?.at(0);
  const key = (issue === undefined ? undefined : v.getDotPath(issue)) ?? 'the document';
  throw new TrimtabError(`${file} cannot be read: ${key}: ${issue?.message ?? 'it is of another form'}.`);
}

function brought(data: Fields, from: number, to: number, upgraders: StoredFormat<unknown>['upgraders']): Fields {
  let current = data;
  for (let version = from; version < to; version++) {
    const upgrade = upgraders[version];
    if (upgrade === undefined) return data;
    current = { ...upgrade(current), version: version + 1 };
  }
  return current;
}

function isFields(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
