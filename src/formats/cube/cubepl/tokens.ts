import { plainLine } from '../../../base/plainText.js';
import { NotEvaluated } from './syntax.js';

export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'word' | 'sign' | 'variable'; readonly text: string }
  | { readonly kind: 'metric'; readonly name: string; readonly fixed: boolean };

/** Maximum length: longer formulas are meant to consume time. */
const LONGEST_FORMULA = 1 << 16;
const COMMENT = /\/\/[^\n]*/g;
const NUMBER = String.raw`(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`;
/** Names of metrics may hold colons and equals signs. */
const METRIC = String.raw`metric::(?<reach>fixed::|context::|call::)?(?<metric>[\w:=]+)`;
const VARIABLE = String.raw`\$\{\s*(?<variable>[A-Za-z][\w:\-#]*)\s*\}`;
const SIGN = String.raw`(?<sign>[<>=!]=|[-+*/^<>=(){};,|])`;
const TOKEN = new RegExp(String.raw`\s*(?:${NUMBER}|${METRIC}|${VARIABLE}|(?<word>[A-Za-z]\w*)|${SIGN})`, 'y');
/** Number of characters of an invalid part that are shown. */
const TOLD = 20;

/** @throws NotEvaluated at unsupported elements, such as texts, lists and regular expressions */
export function tokensOf(formula: string): readonly Token[] {
  if (formula.length > LONGEST_FORMULA) throw new NotEvaluated('is too long');
  const text = formula.replace(COMMENT, ' ').trimEnd();
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined)
      throw new NotEvaluated(`has what is not understood in it: ${plainLine(text.slice(at, at + TOLD).trim())}`);
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ number, reach, metric, variable, word, sign }: Partial<Record<string, string>>): Token {
  if (number !== undefined) return { kind: 'number', value: Number(number) };
  if (reach === 'call::') throw new NotEvaluated('asks for values of other call paths');
  if (metric !== undefined) return { kind: 'metric', name: metric, fixed: reach === 'fixed::' };
  if (variable !== undefined) return { kind: 'variable', text: variable };
  if (word !== undefined) return { kind: 'word', text: word };
  return { kind: 'sign', text: sign ?? '' };
}
