import { absent } from '../../../base/elements.js';
import type { Expression, Flavour, FunctionName, Operator, Statement } from './syntax.js';

/** A formula made ready: what it is worth where its metrics are read at the time. */
export type Evaluation = () => number;

/** Inputs of a formula. */
export interface Surroundings {
  /** @throws NotEvaluated where there is no such metric, or its values are no sums */
  readonly metric: (name: string, flavour: Flavour, fixed: boolean) => Evaluation;
  /** Values of `arg1` and `arg2`; undefined outside of an aggregation. */
  readonly arguments?: readonly [number, number];
}

/** Variables of a formula: numbers by name, 0 until they are set. */
export class Variables {
  private readonly slots = new Map<string, number>();
  private readonly values: number[] = [];
  private kept: readonly number[] = [];

  /** Keeps the current variables as the initial state of each evaluation. */
  keep(): void {
    this.kept = [...this.values];
  }

  reset(): void {
    for (let slot = 0; slot < this.values.length; slot++) this.values[slot] = this.kept[slot] ?? 0;
  }

  slot(name: string): number {
    const known = this.slots.get(name);
    if (known !== undefined) return known;
    const slot = this.values.push(0) - 1;
    this.slots.set(name, slot);
    return slot;
  }

  get(slot: number): number {
    return this.values[slot] ?? absent(slot);
  }

  set(slot: number, value: number): void {
    this.values[slot] = value;
  }
}

const functions: Readonly<Record<FunctionName, (value: number) => number>> = {
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log,
  neg: (value) => Math.min(0, value),
  not: (value) => (value === 0 ? 1 : 0),
  pos: (value) => Math.max(0, value),
  sgn: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

const truth = (isTrue: boolean): number => (isTrue ? 1 : 0);
const operators: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  // Nothing of nothing is nothing, as in CUBE; something of nothing is no number.
  '/': (left, right) => (left === 0 ? 0 : right === 0 ? Number.NaN : left / right),
  '^': (left, right) => left ** right,
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  and: (left, right) => truth(left !== 0 && right !== 0),
  or: (left, right) => truth(left !== 0 || right !== 0),
  xor: (left, right) => truth((left !== 0) !== (right !== 0)),
};

/** @throws NotEvaluated as the surroundings do */
export function prepared(expression: Expression, around: Surroundings, variables: Variables): Evaluation {
  const inner = (part: Expression): Evaluation => prepared(part, around, variables);
  switch (expression.kind) {
    case 'number':
      return () => expression.value;
    case 'metric':
      return around.metric(expression.name, expression.flavour, expression.fixed);
    case 'variable': {
      const slot = variables.slot(expression.name);
      return () => variables.get(slot);
    }
    case 'argument': {
      const value = around.arguments?.[expression.first ? 0 : 1] ?? 0;
      return () => value;
    }
    case 'function': {
      const [apply, operand] = [functions[expression.name], inner(expression.operand)];
      return () => apply(operand());
    }
    case 'operation': {
      const [apply, left, right] = [operators[expression.operator], inner(expression.left), inner(expression.right)];
      return () => apply(left(), right());
    }
    case 'least':
    case 'greatest': {
      const apply = expression.kind === 'least' ? Math.min : Math.max;
      const [left, right] = [inner(expression.left), inner(expression.right)];
      return () => apply(left(), right());
    }
    case 'block': {
      const run = preparedStatements(expression.statements, around, variables);
      const result = inner(expression.result);
      return () => {
        run();
        return result();
      };
    }
  }
}

type Run = () => void;

function preparedStatements(list: readonly Statement[], around: Surroundings, variables: Variables): Run {
  const steps = list.map((statement) => preparedStatement(statement, around, variables));
  return () => {
    for (const step of steps) step();
  };
}

function preparedStatement(statement: Statement, around: Surroundings, variables: Variables): Run {
  if (statement.kind === 'assignment') {
    const slot = variables.slot(statement.name);
    const value = prepared(statement.value, around, variables);
    return () => variables.set(slot, value());
  }
  const branches = statement.branches.map(({ condition, statements }) => ({
    holds: prepared(condition, around, variables),
    run: preparedStatements(statements, around, variables),
  }));
  const otherwise = preparedStatements(statement.otherwise, around, variables);
  return () => (branches.find(({ holds }) => holds() !== 0)?.run ?? otherwise)();
}
