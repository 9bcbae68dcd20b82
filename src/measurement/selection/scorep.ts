/**
 * Filter files of Score-P: blocks for files and regions with rules in order, of which the last matching one counts.
 * Words are separated by blanks, `\` escapes a blank or a `#`, and text after another `#` is a comment (Score-P 8, user
 * manual, "Filtering"; `scorep_filter_parser.c`).
 */
import { type Piece, canonicalGlob, parseGlob, printPiece } from './glob.js';
import type { FunctionRule, Printed, Selection, Take, Unsaid } from './model.js';
import { CountedProblem, faultAt, shown } from './problems.js';
import { splitNames } from './splitNames.js';

const BLOCKS = { FILE: 'SCOREP_FILE_NAMES', REGION: 'SCOREP_REGION_NAMES' } as const;
type Block = keyof typeof BLOCKS;

const KEYWORDS: ReadonlySet<string> = new Set([
  'EXCLUDE',
  'INCLUDE',
  'MANGLED',
  'DEMANGLED',
  ...Object.values(BLOCKS).flatMap((name) => [`${name}_BEGIN`, `${name}_END`]),
]);

interface Word {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** The words of a text without its comments. */
function* wordsOf(text: string): Generator<Word> {
  let line = 0;
  for (const content of text.split(/\r?\n/)) {
    line++;
    // A blank or # after a backslash is part of the word.
    for (const found of content.matchAll(/(?:\\[\s\S]|[^\s#\\]|\\$)+|#.*$/g))
      if (!found[0].startsWith('#')) yield { text: found[0], line, column: found.index + 1 };
  }
}

/** Reads rules word by word. */
class FilterReader {
  readonly files: FunctionRule[] = [];
  readonly functions: FunctionRule[] = [];
  /** Patterns for functions by their demangled names. */
  readonly demangled: Word[] = [];
  private block: Block | undefined;
  private take: Take | undefined;
  private mangled = false;
  private readonly counted: CountedProblem;

  constructor(private readonly path: string) {
    this.counted = new CountedProblem(path);
  }

  word(word: Word): void {
    if (!KEYWORDS.has(word.text)) this.pattern(word);
    else if (this.block === undefined) this.begin(word);
    else if (word.text === `${BLOCKS[this.block]}_END`) this.block = this.take = undefined;
    else if (word.text === 'EXCLUDE' || word.text === 'INCLUDE') {
      this.take = word.text === 'EXCLUDE' ? 'exclude' : 'include';
      this.mangled = false;
    } else if (this.block === 'REGION' && this.take !== undefined && /^(DE)?MANGLED$/.test(word.text))
      this.mangled = word.text === 'MANGLED';
    else throw this.unexpected(word);
  }

  /** @param end where the text ends */
  end(end: Pick<Word, 'line' | 'column'>): void {
    if (this.block !== undefined)
      throw faultAt(this.path, end.line, end.column, `${BLOCKS[this.block]}_END is missing; write it here.`);
  }

  private begin(word: Word): void {
    if (word.text === `${BLOCKS.FILE}_BEGIN`) this.block = 'FILE';
    else if (word.text === `${BLOCKS.REGION}_BEGIN`) this.block = 'REGION';
    else throw this.unexpected(word);
  }

  private pattern(word: Word): void {
    if (this.block === undefined || this.take === undefined) throw this.unexpected(word);
    this.counted.one(word.text, word.line, word.column);
    const rule = { take: this.take, glob: canonicalGlob(word.text), line: word.line };
    if (this.block === 'REGION' && !this.mangled) this.demangled.push(word);
    if (this.block === 'FILE') this.files.push(rule);
    else this.functions.push(this.mangled ? { ...rule, mangled: true } : rule);
  }

  private unexpected({ text, line, column }: Word): Error {
    const allowed =
      this.block === undefined
        ? `${BLOCKS.FILE}_BEGIN or ${BLOCKS.REGION}_BEGIN`
        : this.take === undefined
          ? `EXCLUDE, INCLUDE or ${BLOCKS[this.block]}_END`
          : `EXCLUDE, INCLUDE, ${this.block === 'REGION' ? 'MANGLED, ' : ''}a pattern or ${BLOCKS[this.block]}_END`;
    return faultAt(this.path, line, column, `"${shown(text)}" is not allowed here; write ${allowed}.`);
  }
}

/**
 * Reads a filter file.
 * @param path for sentences
 * @throws TrimtabError with line and column
 */
export function parseScorep(text: string, path: string): Selection {
  const reader = new FilterReader(path);
  let end = { line: 1, column: 1 };
  for (const word of wordsOf(text)) {
    reader.word(word);
    end = { line: word.line, column: word.column + word.text.length };
  }
  reader.end(end);
  const remarks = splitNames(reader.demangled, text.split(/\r?\n/));
  return {
    files: reader.files,
    functions: reader.functions,
    specifications: [],
    ...(remarks.length === 0 ? {} : { remarks }),
  };
}

/** A pattern as a word of a filter file. */
function printWord(pieces: readonly Piece[]): string {
  const text = pieces
    .map((piece) => printPiece(piece).replaceAll(/(?<!\\)[\s#]/g, (character) => `\\${character}`))
    .join('');
  return KEYWORDS.has(text) ? `\\${text}` : text;
}

function printRules(rules: readonly FunctionRule[]): string[] {
  let before: FunctionRule | undefined;
  return rules.flatMap((rule) => {
    const goesOn = before?.take === rule.take && before.mangled === rule.mangled;
    before = rule;
    const word = `    ${printWord(parseGlob(rule.glob))}`;
    return goesOn ? [word] : [`  ${rule.take.toUpperCase()}${rule.mangled === true ? ' MANGLED' : ''}`, word];
  });
}

/** Writes a filter file. */
export function printScorep({ files, functions, specifications }: Selection): Printed {
  const block = (name: string, rules: readonly FunctionRule[]): string[] =>
    rules.length === 0 ? [] : [`${name}_BEGIN`, ...printRules(rules), `${name}_END`];
  const lines = [...block(BLOCKS.FILE, files), ...block(BLOCKS.REGION, functions)];
  const unsaid = specifications.map(({ text, line }): Unsaid => ({
    line,
    what: `"${shown(text)}": a filter of Score-P knows names only`,
  }));
  return { text: `${lines.join('\n')}\n`, isEmpty: lines.length === 0, unsaid };
}
