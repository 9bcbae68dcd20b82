/** A workflow file as a graph of steps, also while it has mistakes. */
import { isMap, isScalar, isSeq, type Document, type YAMLMap } from 'yaml';
import { parseYaml } from '../../base/yaml.js';
import { parseWorkflow } from '../reading/parse.js';
import { groupOf, isKind, kinds } from '../reading/kinds.js';
import { fieldsOf } from './fields.js';
import type { GraphField, GraphStep, StepPath, WorkflowGraph } from './graph.js';

/** Reads the steps of a workflow file; invalid steps are skipped and listed among the problems. */
export function readGraph(text: string): WorkflowGraph {
  const { document } = parseYaml(text);
  const { problems } = parseWorkflow(text);
  if (document === undefined) return { name: '', description: '', steps: [], problems, kinds: offered };
  const lineOf = lineFinder(text);
  return {
    name: textAt(document, 'name'),
    description: textAt(document, 'description'),
    steps: stepsOf(document, document.get('steps'), [], '', lineOf),
    problems,
    kinds: offered,
  };
}

const offered = kinds.map(({ kind, description }) => ({ kind, description }));

function stepsOf(
  document: Document,
  list: unknown,
  above: StepPath,
  prefix: string,
  lineOf: (offset: number) => number,
): GraphStep[] {
  if (!isSeq(list)) return [];
  return list.items.flatMap((item, index) => {
    if (!isMap(item)) return [];
    const kind = kindOf(item);
    if (kind === undefined) return [];
    const path = [...above, index];
    const group = groupOf(kind);
    const id = scalarText(item.get('id')) || kind;
    const key = prefix + id;
    const fields = fieldsOf(kind).map((field) => ({ ...field, value: valueText(item.getIn(field.keys, true)) }));
    return [
      {
        path,
        key,
        id,
        kind,
        title: scalarText(item.get('title')) || defaultTitle(kind, id),
        detail: detailOf(fields),
        line: lineOf(item.range?.[0] ?? 0),
        fields,
        beside: group?.beside ?? false,
        repeats: group?.repeats ?? false,
        steps: group !== undefined ? stepsOf(document, item.getIn([kind, 'steps']), path, `${key}/`, lineOf) : [],
      },
    ];
  });
}

/** Returns the key of a step that determines its kind. */
export function kindOf(step: YAMLMap): string | undefined {
  const names = step.items.map(({ key }) => scalarText(key));
  return names.find(isKind);
}

function defaultTitle(kind: string, id: string): string {
  return id === kind ? kind : `${kind}: ${id}`;
}

/** The kind's own fields that are set. */
function detailOf(fields: readonly GraphField[]): string {
  return fields
    .filter(({ keys, value }) => keys.length > 1 && value !== '')
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');
}

/** A value as a person would write it on one line. */
function valueText(node: unknown): string {
  if (node === undefined || node === null) return '';
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return '';
  const data: unknown = node.toJSON();
  if (data === null) return '';
  if (typeof data === 'string') return data;
  return JSON.stringify(data)
    .replaceAll(/"([A-Za-z][\w-]*)"(?=[:,\]}])/g, '$1')
    .replaceAll(/([:,])(?=\S)/g, '$1 ');
}

function scalarText(node: unknown): string {
  const value: unknown = isScalar(node) ? node.value : node;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function textAt(document: Document, key: string): string {
  return isMap(document.contents) ? scalarText(document.get(key)) : '';
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}
