import * as v from 'valibot';
import { TrimtabError } from '../../base/problem.js';
import { actionOf, groupOf } from './kinds.js';
import { type Arguments } from '../language/declaration.js';
import { ELEMENT, type Expression, parseExpression } from '../language/expression.js';
import { alternatives, type DataType, exampleOf, follow, kindText } from '../language/outputTypes.js';
import { expressionsIn, wholeExpression } from '../language/template.js';
import { isRecord, type Value } from '../../base/value.js';
import { type ActionStep, type GroupStep, isGroup, type Step, type Workflow } from '../language/workflow.js';

type Keys = readonly (string | number)[];
/** @param keys its position in the file */
type Report = (message: string, keys: Keys) => void;

/** Names that can be referred to at a position. */
interface ReferenceScope {
  readonly inputs: ReadonlySet<string>;
  /** Outputs of the steps done before; also of an enclosing group. */
  readonly steps: ReadonlyMap<string, DataType>;
  readonly matrix: ReadonlySet<string> | undefined;
  readonly loop: boolean;
}

/**
 * Checks that every expression is valid, refers to names known at its position, and has a type that the argument
 * accepts.
 */
export function checkReferences({ inputs, steps }: Workflow, report: Report): void {
  const scope = { inputs: new Set(Object.keys(inputs)), steps: new Map(), matrix: undefined, loop: false };
  checkSteps(steps, scope, ['steps'], report);
}

function checkSteps(steps: readonly Step[], scope: ReferenceScope, keys: Keys, report: Report): ReferenceScope {
  let known = scope;
  for (const [index, step] of steps.entries()) {
    checkStep(step, known, [...keys, index], report);
    known = { ...known, steps: new Map([...known.steps, [step.id, outputsOf(step)]]) };
  }
  return known;
}

/** Returns the declared outputs of a step. */
function outputsOf(step: Step): DataType {
  if (!isGroup(step)) return actionOf(step.kind)?.outputs;
  const inner = step.steps.map((one): [string, v.GenericSchema] => [one.id, outputsOf(one) ?? v.unknown()]);
  return groupOf(step.kind)?.outputs(Object.fromEntries(inner), step.arguments);
}

function checkStep(step: Step, scope: ReferenceScope, keys: Keys, report: Report): void {
  if (step.when !== undefined) checkExpression(step.when, scope, [...keys, 'when'], report);
  if (isGroup(step)) checkGroup(step, scope, keys, report);
  else checkAction(step, scope, keys, report);
}

function checkAction(step: ActionStep, scope: ReferenceScope, keys: Keys, report: Report): void {
  const declared = actionOf(step.kind)?.arguments ?? {};
  for (const [name, value] of Object.entries(step.arguments)) {
    const place = [...keys, step.kind, name];
    checkValue(value, scope, place, report);
    checkKind(name, value, declared, scope, (message) => report(message, place));
    if (declared[name]?.form === 'step' && typeof value === 'string' && !scope.steps.has(value))
      report(`"${name}: ${value}" names no step that is done before this one.`, place);
  }
}

function checkGroup(step: GroupStep, scope: ReferenceScope, keys: Keys, report: Report): void {
  const group = groupOf(step.kind);
  if (group === undefined) return;
  const { loop = false, matrix = [] } = group.gives(step.arguments);
  const inside: ReferenceScope = {
    ...scope,
    ...(matrix.length > 0 ? { matrix: new Set([...(scope.matrix ?? []), ...matrix]) } : {}),
    loop: scope.loop || loop,
  };
  const below = [...keys, step.kind, 'steps'];
  let after = inside;
  if (group.beside) for (const [index, one] of step.steps.entries()) checkStep(one, inside, [...below, index], report);
  else after = checkSteps(step.steps, inside, below, report);
  for (const [name, value] of Object.entries(step.arguments)) {
    const place = [...keys, step.kind, name];
    // The condition of a loop is evaluated after its steps; all else before them.
    if (group.arguments[name]?.isExpression === true && typeof value === 'string')
      checkExpression(value, after, place, report);
    else {
      checkValue(value, scope, place, report);
      checkKind(name, value, group.arguments, scope, (message) => report(message, place));
    }
  }
}

/** Checks the expressions in a value, each at its position. */
function checkValue(value: Value, scope: ReferenceScope, place: Keys, report: Report): void {
  if (typeof value === 'string') said(() => expressionsIn(value), scope, place, report);
  else if (Array.isArray(value))
    value.forEach((item: Value, index) => checkValue(item, scope, [...place, index], report));
  else if (isRecord(value))
    for (const [name, item] of Object.entries(value)) checkValue(item, scope, [...place, name], report);
}

function checkExpression(text: string, scope: ReferenceScope, place: Keys, report: Report): void {
  said(() => [parseExpression(text)], scope, place, report);
}

/** Reports an output used as a whole argument that the argument does not accept. */
function checkKind(
  name: string,
  value: Value,
  declared: Arguments,
  scope: ReferenceScope,
  report: (message: string) => void,
): void {
  const argument = declared[name];
  const path = typeof value === 'string' ? onlyReference(value) : undefined;
  const id = path?.at(1);
  if (argument === undefined || path?.at(0) !== 'steps' || id === undefined) return;
  const led = follow(scope.steps.get(id), path.slice(2), id);
  if ('problem' in led || led.to === undefined) return; // Reported already, or not known before it is run.
  const examples = alternatives(led.to).map(exampleOf);
  if (examples.some((example) => example === undefined || v.is(argument.filled, example))) return;
  report(`"${path.join('.').replaceAll('.[]', '[…]')}" is ${kindText(led.to)}; "${name}" must be ${argument.what}.`);
}

/** The path of a text that is nothing but one reference. */
function onlyReference(text: string): readonly string[] | undefined {
  try {
    const whole = wholeExpression(text);
    const [path] = whole?.references ?? [];
    const plain = path?.join('.').replaceAll('.[]', '[]');
    // An index in brackets is any expression; what counts is that nothing follows or precedes the reference.
    return plain !== undefined && whole?.text.replaceAll(/\[[^\]]*\]/g, '[]') === plain ? path : undefined;
  } catch (error) {
    if (error instanceof TrimtabError) return undefined; // Reported by the check of expressions.
    throw error;
  }
}

function said(expressions: () => readonly Expression[], scope: ReferenceScope, place: Keys, report: Report): void {
  try {
    for (const { references, text } of expressions())
      for (const path of references) {
        const message = unknown(path, scope);
        if (message !== undefined)
          report(`"${path.join('.').replaceAll('.[]', '[…]')}" in "${text}" is not known here: ${message}`, place);
      }
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    report(error.message, place);
  }
}

function unknown(path: readonly string[], scope: ReferenceScope): string | undefined {
  // The meaning of an index is known only at run time.
  const second = path.at(1) === ELEMENT ? undefined : path.at(1);
  switch (path.at(0)) {
    case 'inputs':
      return second === undefined || scope.inputs.has(second) ? undefined : `there is no input "${second}".`;
    case 'steps': {
      if (second === undefined) return undefined;
      if (!scope.steps.has(second)) return `no step "${second}" is done before this one.`;
      const led = follow(scope.steps.get(second), path.slice(2), `the step "${second}"`);
      return 'problem' in led ? led.problem : undefined;
    }
    case 'matrix':
      if (scope.matrix === undefined) return 'this step is not in a matrix.';
      return second === undefined || scope.matrix.has(second) ? undefined : `the matrix has no "${second}".`;
    case 'loop':
      return scope.loop ? undefined : 'this step is not in a loop.';
    default:
      return 'write inputs, steps, matrix or loop.';
  }
}
