/** Expressions of workflows: data in, data out. Nothing can be called but `length` and `counted`, nothing can be changed. */
import { absent } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import { type Token, tokensOf } from './tokens.js';
import { isRecord, isTrue, sameValue, type Value, type ValueRecord, valueText } from '../../base/value.js';

/** Returns the value of the first name in an expression; undefined if it has none. */
export type Names = (name: string) => Value | undefined;

/** An expression that was understood. */
export interface Expression {
  readonly text: string;
  /** Paths of the names it begins with, such as `['steps', 'run', 'experiment']`; ELEMENT represents `[…]`. */
  readonly references: readonly (readonly string[])[];
  /** @throws TrimtabError when a name means nothing or a value is of the wrong kind */
  evaluate(names: Names): Value;
}

/** In a path: an element of a list or a record, whichever. */
export const ELEMENT = '[]';

type Evaluate = (names: Names) => Value;

/**
 * Understands an expression: numbers, 'texts', true, false, null, names with `.member` and `[index]`, `length(x)`,
 * `counted(4, 'rank')` (which is `4 ranks`), parentheses, and the operators `! * / % + - < <= > >= == != && ||` with their usual order.
 * @throws TrimtabError with one sentence when it cannot be understood
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(text);
  const evaluate = parser.whole();
  return { text: text.trim(), references: parser.references, evaluate };
}

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
/** An expression nested deeper than this is a mistake, or malice. */
const DEEPEST = 100;

class Parser {
  readonly references: string[][] = [];
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text);
  }

  whole(): Evaluate {
    if (this.tokens.length === 0) throw new TrimtabError('An expression is empty; write one between ${{ and }}.');
    const evaluate = this.binary(0);
    const rest = this.tokens.at(this.at);
    if (rest !== undefined) throw this.unexpected(rest);
    return evaluate;
  }

  private binary(level: number): Evaluate {
    const signs = LEVELS[level];
    if (signs === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (let sign = this.takeSign(signs); sign !== undefined; sign = this.takeSign(signs)) {
      left = operation(sign, left, this.binary(level + 1));
    }
    return left;
  }

  private unary(): Evaluate {
    if (++this.depth > DEEPEST) throw new TrimtabError(`The expression "${this.text.trim()}" is nested too deeply.`);
    try {
      const sign = this.takeSign(['!', '-']);
      if (sign === undefined) return this.postfix();
      const operand = this.unary();
      return sign === '!' ? (names) => !isTrue(operand(names)) : (names) => -numberOf(operand(names), '-');
    } finally {
      this.depth--;
    }
  }

  private postfix(): Evaluate {
    const token = this.next();
    if (token.kind === 'number' || token.kind === 'text') return this.members(constant(token.value));
    if (token.kind === 'name') return this.named(token.value);
    if (token.value !== '(') throw this.unexpected(token);
    const inner = this.binary(0);
    this.expect(')');
    return this.members(inner);
  }

  private named(name: string): Evaluate {
    if (name === 'true' || name === 'false') return constant(name === 'true');
    if (name === 'null') return constant(null);
    if (name === 'length' && this.takeSign(['(']) !== undefined) {
      const argument = this.binary(0);
      this.expect(')');
      return (names) => lengthOf(argument(names));
    }
    if (name === 'counted' && this.takeSign(['(']) !== undefined) {
      const count = this.binary(0);
      this.expect(',');
      const noun = this.binary(0);
      this.expect(')');
      return (names) => counted(numberOf(count(names), 'counted()'), valueText(noun(names)));
    }
    const path = [name];
    this.references.push(path);
    const evaluate: Evaluate = (names) => {
      const value = names(name);
      if (value === undefined) throw new TrimtabError(`"${name}" in "${this.text.trim()}" is not known.`);
      return value;
    };
    return this.members(evaluate, path);
  }

  /** @param path takes the names of members */
  private members(object: Evaluate, path?: string[]): Evaluate {
    let whole = object;
    for (let sign = this.takeSign(['.', '[']); sign !== undefined; sign = this.takeSign(['.', '['])) {
      if (sign === '.') {
        const token = this.next();
        if (token.kind !== 'name') throw this.unexpected(token);
        path?.push(token.value);
        whole = member(whole, constant(token.value), this.text);
      } else {
        path?.push(ELEMENT);
        whole = member(whole, this.binary(0), this.text);
        this.expect(']');
      }
    }
    return whole;
  }

  private next(): Token {
    const token = this.tokens.at(this.at++);
    if (token === undefined) throw new TrimtabError(`The expression "${this.text.trim()}" ends too early.`);
    return token;
  }

  private takeSign(signs: readonly string[]): string | undefined {
    const token = this.tokens.at(this.at);
    if (token?.kind !== 'sign' || !signs.includes(token.value)) return undefined;
    this.at++;
    return token.value;
  }

  private expect(sign: string): void {
    if (this.takeSign([sign]) === undefined)
      throw new TrimtabError(`"${sign}" is missing in the expression "${this.text.trim()}".`);
  }

  private unexpected(token: Token): TrimtabError {
    return new TrimtabError(`"${token.value}" is not expected there in the expression "${this.text.trim()}".`);
  }
}

const constant =
  (value: Value): Evaluate =>
  () =>
    value;

function member(object: Evaluate, key: Evaluate, text: string): Evaluate {
  return (names) => {
    const value = object(names);
    const name = key(names);
    const found = memberOf(value, name);
    if (found === undefined) throw new TrimtabError(`"${valueText(name)}" in "${text.trim()}" does not exist.`);
    return found;
  };
}

function memberOf(value: Value, key: Value): Value | undefined {
  if (Array.isArray(value) && typeof key === 'number') return listOf(value).at(key);
  if (!isRecord(value) || typeof key !== 'string' || !Object.hasOwn(value, key)) return undefined;
  const record: ValueRecord = value;
  return record[key];
}

const listOf = (value: readonly Value[]): readonly Value[] => value;

function lengthOf(value: Value): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  throw new TrimtabError('length() takes a text or a list.');
}

function numberOf(value: Value, sign: string): number {
  if (typeof value === 'number') return value;
  throw new TrimtabError(`"${sign}" needs numbers, not ${JSON.stringify(value)}.`);
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => Value>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => a + b,
};

function operation(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  if (sign === '||') return (names) => (isTrue(left(names)) ? true : isTrue(right(names)));
  if (sign === '&&') return (names) => (isTrue(left(names)) ? isTrue(right(names)) : false);
  if (sign === '==') return (names) => sameValue(left(names), right(names));
  if (sign === '!=') return (names) => !sameValue(left(names), right(names));
  const calculate = arithmetic[sign] ?? absent(sign);
  return (names) => {
    const a = left(names);
    const b = right(names);
    if (sign === '+' && (typeof a === 'string' || typeof b === 'string')) return valueText(a) + valueText(b);
    return calculate(numberOf(a, sign), numberOf(b, sign));
  };
}
