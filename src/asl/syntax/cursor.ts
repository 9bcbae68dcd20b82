import { elementAt } from '../../base/elements.js';
import { CODES, type Code, type Diagnostic } from './diagnostics.js';
import type { Named } from './ast.js';
import type { Span } from './position.js';
import type { Token } from './tokens.js';
import type { NodeKind, SyntaxNode } from './tree.js';

/** Deeper nesting is refused: what follows descends into trees. */
const DEEPEST = 100;
/** Operators and members one behind the other nest to the left: more than so many in one expression are refused. */
const LONGEST = 1000;
/** Maximum number of errors listed for one text: a file in another language would fill the screen. */
const MOST_LISTED = 200;

/** Cursor in the tokens of one text, which builds its lossless tree on the way. */
export class Cursor {
  readonly diagnostics: Diagnostic[] = [];
  private readonly all: readonly Token[];
  /** Indices of the tokens that are no blanks and no comments. */
  private readonly significant: readonly number[];
  private at = 0;
  /** Tokens before this one are in `made`. */
  private taken = 0;
  private readonly made: (SyntaxNode | Token)[] = [];
  private depth = 0;
  private links = 0;

  constructor(tokens: readonly Token[]) {
    this.all = tokens;
    this.significant = tokens.flatMap(({ kind }, index) => (kind === 'trivia' ? [] : [index]));
  }

  /** The token `ahead` of the current one; the last one again behind the end. */
  peek(ahead = 0): Token {
    const at = Math.min(this.at + ahead, this.significant.length - 1);
    return elementAt(this.all, elementAt(this.significant, at));
  }

  get isAtEnd(): boolean {
    return this.peek().kind === 'end';
  }

  /** How many tokens were taken, to notice that nothing was. */
  get position(): number {
    return this.at;
  }

  isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  }

  /** Reports whether the word is next, ignoring case: words have a meaning only where they are expected. */
  isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.text.toLowerCase() === text;
  }

  isName(ahead = 0): boolean {
    return this.peek(ahead).kind === 'word';
  }

  take(): Token {
    const token = this.peek();
    if (token.kind === 'end') return token;
    const index = elementAt(this.significant, this.at++);
    for (; this.taken <= index; this.taken++) this.made.push(elementAt(this.all, this.taken));
    return token;
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.take();
    return true;
  }

  takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.take();
    return true;
  }

  /** Consumes the expected symbol, or reports that it is missing. @param where ends "expected ';' …" */
  expect(symbol: string, where: string): boolean {
    if (this.takeSymbol(symbol)) return true;
    this.unexpected(`'${symbol}' ${where}`);
    return false;
  }

  /** Parses the expected name; returns an empty one if it is missing. */
  expectName(what: string): Named {
    if (!this.isName()) {
      this.unexpected(what);
      const { start } = this.peek();
      return { text: '', start, end: start };
    }
    const { text, start, end } = this.take();
    return { text, start, end };
  }

  unexpected(expected: string): void {
    const token = this.peek();
    const found = token.kind === 'end' ? 'the end of the text' : `'${shortened(token.text)}'`;
    this.tell('error', CODES.unexpected, token, `expected ${expected}, found ${found}`);
  }

  /** The text is understood, and is written otherwise by now. */
  tolerate(span: Span, message: string): void {
    this.tell('warning', CODES.tolerated, span, message);
  }

  tell(level: Diagnostic['level'], code: Code, { start, end }: Span, message: string): void {
    // A second mistake at the same place follows from the first.
    const last = this.diagnostics.at(-1);
    if (level === 'error' && last?.level === 'error' && last.start === start) return;
    if (this.diagnostics.length < MOST_LISTED) this.diagnostics.push({ level, code, start, end, message });
  }

  /** Descends, where that is still allowed; `otherwise` takes what is nested too deeply. */
  nested<Result>(inner: () => Result, otherwise: () => Result): Result {
    if (this.depth >= DEEPEST) {
      this.tell('error', CODES.nesting, this.peek(), `expressions are nested more than ${DEEPEST} deep here`);
      return otherwise();
    }
    if (this.depth++ === 0) this.links = 0;
    try {
      return inner();
    } finally {
      this.depth--;
    }
  }

  /** Whether an expression may go on with one more operator or member. */
  link(): boolean {
    if (this.links++ < LONGEST) return true;
    this.tell('error', CODES.nesting, this.peek(), `an expression has more than ${LONGEST} operators`);
    return false;
  }

  /** Marks where a node begins. */
  open(): number {
    // Blanks before a node belong to what contains it.
    const index = elementAt(this.significant, Math.min(this.at, this.significant.length - 1));
    for (; this.taken < index; this.taken++) this.made.push(elementAt(this.all, this.taken));
    return this.made.length;
  }

  /** Makes a node of all that was taken since a mark. */
  close(mark: number, kind: NodeKind): void {
    if (this.made.length > mark) this.made.push({ kind, children: this.made.splice(mark) });
  }

  /** From the current token up to the last one that was taken: for spans of what was parsed. */
  get lastEnd(): number {
    return this.at === 0 ? 0 : elementAt(this.all, elementAt(this.significant, this.at - 1)).end;
  }

  /** The whole tree, with what is left of the text. */
  finish(): SyntaxNode {
    for (; this.taken < this.all.length; this.taken++) this.made.push(elementAt(this.all, this.taken));
    return { kind: 'file', children: this.made.splice(0) };
  }
}

function shortened(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
