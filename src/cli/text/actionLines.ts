/** `trimtab workflow actions`: what steps of workflows can do, from their declarations. */
import * as v from 'valibot';
import { actions } from '../../workflows/actions/index.js';
import type { ActionDeclaration, Argument } from '../../workflows/language/declaration.js';
import { alternatives, bare, kindText } from '../../workflows/language/outputTypes.js';
import { wrap } from '../terminal/layout.js';

/** One argument or output, as printed. */
interface Told {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  /** Whether it is required, or always available. */
  readonly always: boolean;
}

/** Facts about an action in addition to its alternatives. */
export interface ShownAction {
  readonly kind: string;
  readonly description: string;
  readonly arguments: readonly Told[];
  readonly outputs: readonly Told[];
}

/** All actions, in the order in which a job has them. */
export function shownActions(): ShownAction[] {
  return actions.map(({ kind, description, arguments: declared, outputs }) => ({
    kind,
    description,
    arguments: Object.entries(declared).map(argumentText),
    outputs: outputsText(outputs),
  }));
}

function argumentText([name, { what, description, needed }]: [string, Argument<unknown>]): Told {
  return { name, kind: what, description, always: needed };
}

/** Outputs that only some of the alternatives have are not always available. */
function outputsText(outputs: ActionDeclaration['outputs']): Told[] {
  const objects = alternatives(outputs).filter(isObject);
  const names = [...new Set(objects.flatMap(({ entries }) => Object.keys(entries)))];
  return names.flatMap((name) => {
    const given = objects.flatMap(({ entries }) => entries[name] ?? []);
    const [first] = given;
    if (first === undefined) return [];
    const description = v.getDescription(first) ?? v.getDescription(bare(first)) ?? '';
    const always = given.length === objects.length && !given.some(({ type }) => type.includes('optional'));
    return [{ name, kind: kindText(bare(first)), description, always }];
  });
}

function isObject(schema: v.GenericSchema): schema is v.LooseObjectSchema<Record<string, v.GenericSchema>, undefined> {
  return 'entries' in schema;
}

/** The actions for a terminal. */
export function* actionLines(width: number): Generator<string> {
  for (const { kind, description, arguments: declared, outputs } of shownActions()) {
    yield kind;
    yield* indented(description, 2, width);
    yield* section('takes', declared, ({ always }) => (always ? ', needed' : ''), width);
    yield* section('gives', outputs, ({ always }) => (always ? '' : ', not always'), width);
    yield '';
  }
  yield 'Syntax of steps: schemas/workflow.schema.json. Steps refer to outputs of others as ${{ steps.run.seconds }}.';
}

function* section(
  title: string,
  told: readonly Told[],
  remark: (told: Told) => string,
  width: number,
): Generator<string> {
  if (told.length > 0) yield `  ${title}`;
  for (const one of told) {
    yield `    ${one.name}: ${one.kind}${remark(one)}`;
    yield* indented(one.description, 8, width);
  }
}

function indented(text: string, by: number, width: number): string[] {
  return text === '' ? [] : wrap(text, width - by).map((line) => ' '.repeat(by) + line);
}
