import { plainLine } from '../../../base/plainText.js';
import { type Expression, type Flavour, FUNCTIONS, NotEvaluated, type Operator, type Statement } from './syntax.js';
import { type Token, tokensOf } from './tokens.js';

/** Deeper ones were made to exhaust the stack. */
const DEEPEST = 64;
/** Operators from those that bind least to those that bind most; all of them, `^` too, group to the left, as in CUBE. */
const BINDING: readonly (readonly Operator[])[] = [
  ['and', 'or', 'xor'],
  ['<', '<=', '>', '>=', '==', '!='],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

/**
 * Reads a formula.
 * @throws NotEvaluated when it is no CubePL, or has in it what is not evaluated: loops, texts, other call paths
 */
export function parseFormula(text: string): Expression {
  const parser = new Parser(tokensOf(text));
  const result = parser.expression();
  parser.end();
  return result;
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  end(): void {
    if (this.at < this.tokens.length) throw this.unexpected();
  }

  expression(): Expression {
    if (++this.depth > DEEPEST) throw new NotEvaluated('is nested too deeply');
    const result = this.operation(0);
    this.depth--;
    return result;
  }

  private operation(level: number): Expression {
    const operators = BINDING[level];
    if (operators === undefined) return this.operand();
    let left = this.operation(level + 1);
    for (;;) {
      const operator = operators.find((sign) => this.take(sign));
      if (operator === undefined) return left;
      left = { kind: 'operation', operator, left, right: this.operation(level + 1) };
    }
  }

  private operand(): Expression {
    const token = this.next();
    switch (token.kind) {
      case 'number':
        return token;
      case 'variable':
        return { kind: 'variable', name: token.text };
      case 'metric':
        return { ...token, flavour: this.flavour() };
      case 'sign':
        return this.afterSign(token.text);
      case 'word':
        return this.afterWord(token.text);
    }
  }

  private afterSign(sign: string): Expression {
    switch (sign) {
      case '-':
        // It binds more than any operator: -2^2 is 4.
        if (++this.depth > DEEPEST) throw new NotEvaluated('is nested too deeply');
        return this.negated(this.operand());
      case '(':
        return this.until(')');
      case '|':
        return { kind: 'function', name: 'abs', operand: this.until('|') };
      case '{':
        return this.block();
      default:
        this.at--;
        throw this.unexpected();
    }
  }

  private negated(operand: Expression): Expression {
    this.depth--;
    return { kind: 'operation', operator: '-', left: { kind: 'number', value: 0 }, right: operand };
  }

  private until(sign: string): Expression {
    const inner = this.expression();
    this.expect(sign);
    return inner;
  }

  private afterWord(word: string): Expression {
    if (word === 'true' || word === 'false') return { kind: 'number', value: word === 'true' ? 1 : 0 };
    if (word === 'arg1' || word === 'arg2') return { kind: 'argument', first: word === 'arg1' };
    this.expect('(');
    if (word === 'min' || word === 'max') {
      const left = this.until(',');
      return { kind: word === 'min' ? 'least' : 'greatest', left, right: this.until(')') };
    }
    const name = FUNCTIONS.find((known) => known === word);
    if (name === undefined) throw new NotEvaluated(`calls ${plainLine(word)}`);
    return { kind: 'function', name, operand: this.until(')') };
  }

  /** `()`, `(i)`, `(e)` or `(*)`, and the same for the system, of which a location is no sum. */
  private flavour(): Flavour {
    this.expect('(');
    if (this.take(')')) return 'same';
    const flavour = this.flavourWord();
    if (this.take(',')) this.flavourWord();
    this.expect(')');
    return flavour;
  }

  private flavourWord(): Flavour {
    if (this.take('*')) return 'same';
    if (this.take('i')) return 'inclusive';
    this.expect('e');
    return 'exclusive';
  }

  private block(): Expression {
    const statements = this.statements('return');
    const result = this.until(';');
    this.expect('}');
    return { kind: 'block', statements, result };
  }

  private inBraces(): readonly Statement[] {
    this.expect('{');
    return this.statements('}');
  }

  private statements(end: string): readonly Statement[] {
    const list: Statement[] = [];
    while (!this.take(end)) {
      const statement = this.statement();
      if (statement !== undefined) list.push(statement);
      this.expect(';');
    }
    return list;
  }

  /** Returns undefined for a statement that only declares a variable as local to this metric, as all are here. */
  private statement(): Statement | undefined {
    const token = this.next();
    if (token.kind === 'variable') {
      this.expect('=');
      return { kind: 'assignment', name: token.text, value: this.expression() };
    }
    if (token.kind === 'word' && token.text === 'if') return this.branches();
    if (token.kind === 'word' && token.text === 'local') {
      this.expect('(');
      this.next();
      this.expect(')');
      return undefined;
    }
    if (token.kind === 'word') throw new NotEvaluated(`uses ${plainLine(token.text)}`);
    this.at--;
    throw this.unexpected();
  }

  private branches(): Statement {
    if (++this.depth > DEEPEST) throw new NotEvaluated('is nested too deeply');
    const branches = [];
    do {
      this.expect('(');
      const condition = this.until(')');
      branches.push({ condition, statements: this.inBraces() });
    } while (this.take('elseif'));
    const otherwise = this.take('else') ? this.inBraces() : [];
    this.depth--;
    return { kind: 'if', branches, otherwise };
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new NotEvaluated('ends too early');
    return token;
  }

  private take(text: string): boolean {
    const token = this.tokens[this.at];
    const found = token !== undefined && 'text' in token && token.kind !== 'variable' && token.text === text;
    if (found) this.at++;
    return found;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw this.unexpected();
  }

  private unexpected(): NotEvaluated {
    const token = this.tokens[this.at];
    if (token === undefined) return new NotEvaluated('ends too early');
    const text = 'text' in token ? token.text : token.kind === 'number' ? String(token.value) : `metric::${token.name}`;
    return new NotEvaluated(`has ${plainLine(text)} where it cannot be`);
  }
}
