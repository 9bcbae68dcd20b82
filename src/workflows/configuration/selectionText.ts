/** Writing rules into the selection of trimtab.yaml. */
import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { TrimtabError } from '../../base/problem.js';
import { editYaml } from '../../base/yamlEdit.js';
import { canonicalGlob } from '../../measurement/selection/glob.js';
import type { FunctionRule } from '../../measurement/selection/model.js';

/** Change of the function selection requested by the user. */
export type SelectionEdit =
  /** Adds rules at the end, where they count most, in the place of rules with the same patterns. */
  | { readonly edit: 'rules'; readonly rules: readonly FunctionRule[] }
  /** Puts a function into a group. */
  | { readonly edit: 'group'; readonly group: string; readonly glob: string };

/** @throws TrimtabError if a node of another kind is at this path */
function partAt<Kind extends YAMLMap | YAMLSeq>(
  document: Document,
  keys: readonly string[],
  isKind: (node: unknown) => node is Kind,
  empty: object,
): Kind {
  const found: unknown = document.getIn(keys, true);
  if (isKind(found)) return found;
  const isUnset = found === undefined || found === null || document.getIn(keys) === null;
  if (!isUnset)
    throw new TrimtabError(`"${keys.join('.')}" in trimtab.yaml is not what it should be; correct it first.`);
  document.setIn(keys, document.createNode(empty));
  const made: unknown = document.getIn(keys, true);
  if (isKind(made)) return made;
  throw new TrimtabError(`"${keys.join('.')}" cannot be written into trimtab.yaml.`);
}

/** Whether an entry is a rule for the same functions. */
function isRuleFor(entry: unknown, { glob, mangled }: FunctionRule): boolean {
  if (!isMap(entry)) return false;
  const pattern: unknown = entry.get('exclude') ?? entry.get('include');
  const isSame = typeof pattern === 'string' && canonicalGlob(pattern) === glob;
  return isSame && (entry.get('mangled') === true) === (mangled === true);
}

function addRules(document: Document, rules: readonly FunctionRule[]): void {
  partAt(document, ['selection'], isMap, {});
  const list = partAt(document, ['selection', 'functions'], isSeq, []);
  for (const rule of rules) {
    list.items = list.items.filter((entry) => !isRuleFor(entry, rule));
    const entry = { [rule.take]: rule.glob, ...(rule.mangled === true ? { mangled: true } : {}) };
    list.add(document.createNode(entry));
  }
  // One rule a line is easier to change than a long line.
  if (list.items.length > 1) list.flow = false;
}

function addToGroup(document: Document, group: string, glob: string): void {
  partAt(document, ['selection'], isMap, {});
  partAt(document, ['selection', 'groups'], isMap, {});
  const list = partAt(document, ['selection', 'groups', group], isSeq, []);
  const isThere = list.items.some((_, index) => {
    const pattern: unknown = list.get(index);
    return typeof pattern === 'string' && canonicalGlob(pattern) === glob;
  });
  if (!isThere) list.add(document.createNode(glob));
}

/**
 * The text of trimtab.yaml after an edit; comments and everything else stay as they are.
 * @throws TrimtabError when the text is no YAML, or its selection is none
 */
export function withSelection(text: string, edit: SelectionEdit): string {
  return editYaml(
    text,
    (document) => {
      if (!isMap(document.contents)) throw new TrimtabError('trimtab.yaml holds no configuration; write one first.');
      if (edit.edit === 'rules') addRules(document, edit.rules);
      else addToGroup(document, edit.group, edit.glob);
    },
    (problem) =>
      new TrimtabError(
        `trimtab.yaml is not valid YAML (line ${problem?.line ?? 1}); correct that before its selection is changed.`,
      ),
  );
}
