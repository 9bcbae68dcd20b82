/** Changes of a workflow file that leave its comments, and everything that is not changed, as they are. */
import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { parseYaml } from '../../base/yaml.js';
import { editYaml } from '../../base/yamlEdit.js';
import { TrimtabError } from '../../base/problem.js';
import { groupOf, kinds } from '../reading/kinds.js';
import { fieldsOf } from './fields.js';
import type { StepPath } from './graph.js';
import { kindOf } from './read.js';

export type WorkflowEdit =
  /** Puts a new step at a place; those from there on move down. */
  | { readonly edit: 'add'; readonly path: StepPath; readonly kind: string }
  | { readonly edit: 'remove'; readonly path: StepPath }
  /** Moves a step directly behind another one, in any list. */
  | { readonly edit: 'moveAfter'; readonly path: StepPath; readonly after: StepPath }
  /** Exchanges a step with the one before or after it in its list. */
  | { readonly edit: 'shift'; readonly path: StepPath; readonly by: -1 | 1 }
  /** Sets a field as a person wrote it; an empty text removes it. */
  | { readonly edit: 'set'; readonly path: StepPath; readonly keys: readonly string[]; readonly value: string };

/**
 * The text of a workflow file after an edit.
 * @throws TrimtabError when the file or a value is not valid YAML, or the edit makes no sense
 */
export function editWorkflow(text: string, edit: WorkflowEdit): string {
  return editYaml(
    text,
    (document) => apply(document, edit),
    (problem) =>
      new TrimtabError(`The workflow is not valid YAML (line ${problem?.line ?? 1}); correct that in the text first.`),
  );
}

function apply(document: Document, edit: WorkflowEdit): void {
  switch (edit.edit) {
    case 'add':
      add(document, edit.path, edit.kind);
      break;
    case 'remove':
      remove(document, edit.path);
      break;
    case 'moveAfter':
      moveAfter(document, edit.path, edit.after);
      break;
    case 'shift':
      shift(document, edit.path, edit.by);
      break;
    case 'set':
      set(document, edit.path, edit.keys, edit.value);
  }
}

function add(document: Document, path: StepPath, kind: string): void {
  const declaration = kinds.find((one) => one.kind === kind);
  if (declaration === undefined)
    throw new TrimtabError(
      `There are no steps of the kind "${kind}"; choose one of: ${kinds.map((one) => one.kind).join(', ')}.`,
    );
  const list = listOf(document, path);
  const index = Math.min(path.at(-1) ?? 0, list.items.length);
  const id = freeId(list, kind);
  const step = document.createNode({ ...(id === kind ? {} : { id }), [kind]: declaration.first ?? {} });
  list.items.splice(index, 0, step);
}

function freeId(list: YAMLSeq, kind: string): string {
  const taken = new Set(list.items.flatMap((item) => (isMap(item) ? [idOf(item)] : [])));
  for (let number = 1; ; number++) {
    const id = number === 1 ? kind : `${kind}${number}`;
    if (!taken.has(id)) return id;
  }
}

function idOf(step: YAMLMap): string {
  const id: unknown = step.get('id');
  return typeof id === 'string' ? id : (kindOf(step) ?? '');
}

function remove(document: Document, path: StepPath): void {
  const list = listOf(document, path);
  if (list.items.length <= 1)
    throw new TrimtabError(
      'This is the only step here, and an empty list of steps cannot run; remove what holds it instead.',
    );
  stepOf(document, path);
  take(list, path);
}

function moveAfter(document: Document, path: StepPath, after: StepPath): void {
  if (path.every((index, depth) => after.at(depth) === index))
    throw new TrimtabError('A step cannot follow itself or a step inside it; choose another one.');
  const source = listOf(document, path);
  const goal = listOf(document, after);
  const anchor = stepOf(document, after);
  const step = stepOf(document, path);
  if (source.items.length <= 1 && source !== goal)
    throw new TrimtabError('This is the only step here, and an empty list of steps cannot run; add another one first.');
  take(source, path);
  goal.items.splice(goal.items.indexOf(anchor) + 1, 0, step);
}

function shift(document: Document, path: StepPath, by: -1 | 1): void {
  const list = listOf(document, path);
  const step = stepOf(document, path);
  const index = list.items.indexOf(step);
  if (index + by < 0 || index + by >= list.items.length) return;
  take(list, path);
  list.items.splice(index + by, 0, step);
}

/** Takes a step out of its list. The comment above a list's first step belongs to the list and stays. */
function take(list: YAMLSeq, path: StepPath): void {
  list.items.splice(path.at(-1) ?? 0, 1);
}

function set(document: Document, path: StepPath, keys: readonly string[], value: string): void {
  const step = stepOf(document, path);
  const kind = kindOf(step);
  const field = kind === undefined ? undefined : fieldsOf(kind).find((item) => item.keys.join('/') === keys.join('/'));
  if (kind === undefined || field === undefined)
    throw new TrimtabError(`A step of this kind has no "${keys.join('.')}"; choose one of its fields.`);
  if (value.trim() === '') {
    // The key that determines the kind of a step is kept even without a value.
    if (step.hasIn(keys)) step.deleteIn(keys);
    return;
  }
  const data = field.type === 'yaml' ? parseValue(field.name, value) : value;
  if (keys.length > 1 && !isMap(step.get(kind, true))) step.set(kind, document.createNode({}));
  const old: unknown = step.getIn(keys, true);
  const node = document.createNode(data, { flow: true });
  // A comment at the end of the line is about the field, not about its old value.
  if (typeof old === 'object' && old !== null && 'comment' in old && typeof old.comment === 'string')
    node.comment = old.comment;
  step.setIn(keys, node);
}

/** @throws TrimtabError with the error of a value */
function parseValue(name: string, value: string): unknown {
  // An expression is a text, although braces would begin a mapping.
  if (value.trimStart().startsWith('${{')) return value.trim();
  const { data, problems } = parseYaml(value);
  const problem = problems.at(0);
  if (problem !== undefined) throw new TrimtabError(`"${name}" cannot be read: ${problem.message}`);
  return data;
}

/** Returns the list that contains a step, or would. */
function listOf(document: Document, path: StepPath): YAMLSeq {
  const list: unknown = document.getIn(listKeys(document, path));
  if (isSeq(list)) return list;
  throw gone();
}

function stepOf(document: Document, path: StepPath): YAMLMap {
  const step: unknown = listOf(document, path).items.at(path.at(-1) ?? -1);
  if (isMap(step)) return step;
  throw gone();
}

function listKeys(document: Document, path: StepPath): (string | number)[] {
  const keys: (string | number)[] = ['steps'];
  for (const index of path.slice(0, -1)) {
    const step: unknown = document.getIn([...keys, index]);
    const kind = isMap(step) ? kindOf(step) : undefined;
    if (kind === undefined || groupOf(kind) === undefined) throw gone();
    keys.push(index, kind, 'steps');
  }
  return keys;
}

function gone(): TrimtabError {
  return new TrimtabError('The workflow was changed meanwhile and this step no longer exists; try again.');
}
