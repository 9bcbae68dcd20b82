/** Changes of a YAML text that leave its comments, and everything that is not changed, as they are. */
import { diffArrays } from 'diff';
import type { Document } from 'yaml';
import { parseYaml, type YamlProblem } from './yaml.js';

/**
 * The text after a change of its document.
 * @throws what `fault` makes where the text is no YAML, or what `change` throws
 */
export function editYaml(
  text: string,
  change: (document: Document.Parsed) => void,
  fault: (problem: YamlProblem | undefined) => Error,
): string {
  const { document, problems } = parseYaml(text);
  if (document === undefined || problems.length > 0) throw fault(problems.at(0));
  const style = { lineWidth: 0, flowCollectionPadding: false, ...styleOf(text) };
  const before = document.toString(style);
  change(document);
  return transfer(text, before, document.toString(style));
}

/**
 * Applies the edits of the rewritten form to a text, so that unedited lines keep their style. If rewriting joined or
 * split lines, the rewritten form is used.
 */
function transfer(text: string, before: string, after: string): string {
  const own = text.split('\n');
  const lines = before.split('\n');
  if (own.length !== lines.length) return after;
  let at = 0;
  return diffArrays(lines, after.split('\n'))
    .flatMap(({ added, removed, value }) => {
      if (added) return value;
      at += value.length;
      return removed ? [] : own.slice(at - value.length, at);
    })
    .join('\n');
}

/** How lists and mappings are indented in the file already. */
function styleOf(text: string): { indentSeq: boolean; indent: number } {
  const [, key = '', dash] = /^( *)[\w-]+:[^\n\S]*(?:#.*)?\n(?:\s*#.*\n|\s*\n)*( *)- /m.exec(text) ?? [];
  const nested = /^\w+:[^\n\S]*\n( +)\w/m.exec(text);
  return { indentSeq: dash === undefined || dash.length > key.length, indent: nested?.[1]?.length ?? 2 };
}
