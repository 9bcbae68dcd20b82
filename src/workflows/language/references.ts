import { TrimtabError } from '../../model/problem.js';
import { type Expression, parseExpression } from './expression.js';
import { expressionsIn } from './template.js';
import { isGroup, type Step, type Workflow } from './workflow.js';

type Report = (message: string, line: number) => void;

/** What can be referred to at a place. */
interface Scope {
  readonly inputs: ReadonlySet<string>;
  /** Steps that are done before; of an enclosing group too. */
  readonly steps: ReadonlySet<string>;
  readonly matrix: ReadonlySet<string> | undefined;
  readonly loop: boolean;
}

/** Checks that every expression can be understood and refers to something that is known where it stands. */
export function checkReferences({ inputs, steps }: Workflow, report: Report): void {
  checkSteps(steps, { inputs: new Set(Object.keys(inputs)), steps: new Set(), matrix: undefined, loop: false }, report);
}

function checkSteps(steps: readonly Step[], scope: Scope, report: Report): Scope {
  let known = scope;
  for (const step of steps) {
    checkStep(step, known, report);
    known = { ...known, steps: new Set([...known.steps, step.id]) };
  }
  return known;
}

function checkStep(step: Step, scope: Scope, report: Report): void {
  const check = (expressions: () => readonly Expression[], where: Scope): void => {
    for (const message of unknownIn(expressions, where)) report(message, step.line);
  };
  const { when } = step;
  if (when !== undefined) check(() => [parseExpression(when)], scope);
  if (!isGroup(step)) {
    check(() => expressionsIn(step.arguments), scope);
    const { of } = step.arguments;
    if (typeof of === 'string' && !scope.steps.has(of))
      report(`"of: ${of}" names no step that is done before this one.`, step.line);
    return;
  }
  check(() => expressionsIn([step.over, step.maxParallel ?? null]), scope);
  const inside: Scope = {
    ...scope,
    ...(step.kind === 'matrix' ? { matrix: new Set([...(scope.matrix ?? []), ...Object.keys(step.over)]) } : {}),
    loop: scope.loop || step.kind === 'loop',
  };
  if (step.kind === 'parallel') for (const one of step.steps) checkStep(one, inside, report);
  else {
    const after = checkSteps(step.steps, inside, report);
    const { until } = step;
    if (until !== undefined) check(() => [parseExpression(until)], after);
  }
}

function unknownIn(expressions: () => readonly Expression[], scope: Scope): string[] {
  try {
    return expressions().flatMap(({ references, text }) =>
      references.flatMap((path) => {
        const message = unknown(path, scope);
        return message === undefined ? [] : [`"${path.join('.')}" in "${text}" is not known here: ${message}`];
      }),
    );
  } catch (error) {
    if (error instanceof TrimtabError) return [error.message];
    throw error;
  }
}

function unknown(path: readonly string[], scope: Scope): string | undefined {
  const second = path.at(1);
  switch (path.at(0)) {
    case 'inputs':
      return second === undefined || scope.inputs.has(second) ? undefined : `there is no input "${second}".`;
    case 'steps':
      return second === undefined || scope.steps.has(second)
        ? undefined
        : `no step "${second}" is done before this one.`;
    case 'matrix':
      if (scope.matrix === undefined) return 'it stands in no matrix.';
      return second === undefined || scope.matrix.has(second) ? undefined : `the matrix has no "${second}".`;
    case 'loop':
      return scope.loop ? undefined : 'it stands in no loop.';
    default:
      return 'write inputs, steps, matrix or loop.';
  }
}
