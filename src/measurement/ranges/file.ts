/** `.trimtab/ranges.yaml`: the ranges of a project's sources that are measured. */
import { join } from 'node:path';
import * as v from 'valibot';
import { type Document, isMap, isSeq } from 'yaml';
import { isFile, readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { strictObject } from '../../base/schemas.js';
import { parseYaml } from '../../base/yaml.js';
import { editYaml } from '../../base/yamlEdit.js';
import { DEFAULT_GROUP, GROUP, type MarkedRange, NAME } from './model.js';
import { RANGES } from './place.js';

/** No project has so many. */
const MOST_RANGES = 1000;
const LARGEST = 1 << 20;
const HEAD = '# Lines of sources that instrumented builds measure, marked with "Trimtab: Measure These Lines".\n';

const line = v.pipe(
  v.number('write the number of a line'),
  v.integer('write a whole number'),
  v.minValue(1, 'lines count from 1'),
);
const range = v.pipe(
  strictObject({
    file: v.pipe(
      v.string('write the path of a source file'),
      v.regex(/^[^\p{Cc}]{1,1000}$/u, 'write a path'),
      v.description('The source file, relative to the project.'),
    ),
    first: v.pipe(line, v.description('The first line, counted from 1.')),
    last: v.pipe(line, v.description('The last line, which is in it.')),
    hash: v.pipe(
      v.string('write the hash that the line had'),
      v.regex(/^[0-9a-f]{16}$/, 'write 16 hexadecimal digits'),
      v.description('Of the text of these lines: what was changed since is not measured.'),
    ),
    name: v.pipe(
      v.string('write a name'),
      v.regex(NAME, 'write a name without quotes and backslashes'),
      v.description('Its name in reports.'),
    ),
    group: v.optional(
      v.pipe(
        v.string(),
        v.regex(GROUP, 'write a name of letters, digits and _ . : -'),
        v.description('A group of ranges.'),
      ),
      DEFAULT_GROUP,
    ),
  }),
  v.check(({ first, last }) => last >= first, 'the last line is before the first'),
);

/** Schema of the file. */
export const rangesSchema = strictObject({
  ranges: v.pipe(
    v.array(range, 'write a list of ranges'),
    v.maxLength(MOST_RANGES, `write at most ${MOST_RANGES} ranges`),
    v.description('Ranges of source lines that instrumented builds measure in addition to functions.'),
  ),
});

/** @throws TrimtabError with the line where the text is wrong. @param path for people */
export function parseRanges(text: string, path: string): MarkedRange[] {
  const { data, problems } = parseYaml(text);
  const wrong = problems.at(0);
  if (wrong !== undefined) throw new TrimtabError(`${path}, line ${wrong.line}: ${wrong.message}`);
  const parsed = v.safeParse(rangesSchema, data);
  if (parsed.success) return parsed.output.ranges;
  const issue = parsed.issues[0];
  const keys = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  throw new TrimtabError(`${path}: "${keys === '' ? 'ranges' : keys}" is not right: ${issue.message}.`);
}

/** The ranges of a project; none where it has no such file. @throws TrimtabError when the file makes no sense */
export function readRanges(project: string): MarkedRange[] {
  const path = join(project, RANGES);
  return isFile(path) ? parseRanges(readText(path, { limit: LARGEST, within: project }), path) : [];
}

/** The list of ranges in a document, which is made where it is missing. */
function listIn(document: Document) {
  const found: unknown = document.get('ranges', true);
  if (isSeq(found)) return found;
  document.set('ranges', document.createNode([]));
  const made: unknown = document.get('ranges', true);
  if (isSeq(made)) return made;
  throw new TrimtabError(`${RANGES} holds no list of ranges; correct it first.`);
}

/** Identity of a range. */
type Key = Pick<MarkedRange, 'file' | 'first' | 'last'>;

function isRange(entry: unknown, { file, first, last }: Key): boolean {
  return isMap(entry) && entry.get('file') === file && entry.get('first') === first && entry.get('last') === last;
}

/**
 * The text of the file after ranges were taken out and others put in; comments and everything else stay.
 * @param text '' where there is no such file yet
 * @throws TrimtabError when the text is no YAML
 */
export function withRanges(
  text: string,
  { out, put }: { readonly out: readonly Key[]; readonly put: readonly MarkedRange[] },
): string {
  const before = text.trim() === '' ? `${HEAD}ranges: []\n` : text;
  return editYaml(
    before,
    (document) => {
      if (!isMap(document.contents)) throw new TrimtabError(`${RANGES} holds no list of ranges; correct it first.`);
      const list = listIn(document);
      list.items = list.items.filter((entry) => ![...out, ...put].some((each) => isRange(entry, each)));
      for (const { file, first, last, hash, name, group } of put)
        list.add(document.createNode({ file, first, last, hash, name, ...(group === DEFAULT_GROUP ? {} : { group }) }));
      list.flow = list.items.length === 0;
    },
    (problem) => new TrimtabError(`${RANGES} is not valid YAML (line ${problem?.line ?? 1}); correct that first.`),
  );
}
