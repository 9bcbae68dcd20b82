/** Reads untrusted YAML: in linear time, of bounded depth and size. */
import { type CST, Composer, type Document, LineCounter, Parser, visit } from 'yaml';
import { TrimtabError } from './problem.js';

/** Error of a text, at its position. */
export interface YamlProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Result of parsing a text. */
export interface YamlText {
  /** Also of a text with problems; undefined where these make it too costly. */
  readonly document: Document.Parsed | undefined;
  /** The whole as plain data; undefined where there are problems. */
  readonly data: unknown;
  readonly lines: LineCounter;
  /** None where the text is YAML. */
  readonly problems: readonly YamlProblem[];
}

/** No configuration, manifest or workflow is nested more deeply. Levels of lists and mappings. */
const DEEPEST = 100;
/** Characters beyond which no text is parsed, which takes about a second a million. */
const LONGEST = 8 << 20;
/** Maximum total number of alias expansions. */
const MOST_ALIASES = 100;
/** So many of a text's errors help. */
const MOST_PROBLEMS = 20;

/**
 * Parses a text that holds one YAML document. The library's own check for repeated keys takes quadratic time, its
 * recursion ends at the stack's end, and its pretty errors copy the text: none of them is used.
 */
export function parseYaml(text: string): YamlText {
  const lines = new LineCounter();
  const refused = (message: string, offset = 0): YamlText => ({
    document: undefined,
    data: undefined,
    lines,
    problems: [problemAt(lines, offset, message)],
  });
  if (text.length > LONGEST) return refused(`The text has ${text.length} characters, and at most ${LONGEST} are read.`);
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = firstTooDeep(tokens);
  if (deep !== undefined)
    return refused(`Lists and mappings are nested more than ${DEEPEST} deep; write it flatter.`, deep);
  const [document] = new Composer({ uniqueKeys: false, logLevel: 'error' }).compose(tokens, true, text.length);
  if (document === undefined) return refused('The text holds no document.');
  const errors = document.errors.slice(0, MOST_PROBLEMS);
  const problems = errors.map(({ message, pos }) => problemAt(lines, pos[0], message));
  const repeated = firstRepeatedKey(document);
  if (repeated !== undefined) problems.push(problemAt(lines, repeated, 'Map keys must be unique'));
  if (problems.length > 0) return { document, data: undefined, lines, problems };
  try {
    return { document, data: document.toJS({ maxAliasCount: MOST_ALIASES }), lines, problems };
  } catch (error) {
    // The library's error for multiplying aliases, and for undefined ones.
    if (error instanceof ReferenceError) return refused(`${error.message}; write the values in place of aliases.`);
    throw error;
  }
}

/** The data of a short text, such as a value on the command line. @throws TrimtabError when it is no YAML */
export function yamlValue(text: string): unknown {
  const { data, problems } = parseYaml(text);
  const problem = problems.at(0);
  if (problem !== undefined) throw new TrimtabError(`"${text.slice(0, 60)}" is not valid YAML: ${problem.message}.`);
  return data;
}

function problemAt(lines: LineCounter, offset: number, message: string): YamlProblem {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col), message };
}

/** Tokens that a token holds directly. */
function* partsOf(token: CST.Token): Generator<CST.Token> {
  if (token.type === 'document') {
    if (token.value !== undefined) yield token.value;
  } else if ('items' in token) {
    for (const { key, value } of token.items) {
      if (key !== undefined && key !== null) yield key;
      if (value !== undefined) yield value;
    }
  }
}

/** Returns the begin of the first list or mapping that is nested too deeply. */
function firstTooDeep(tokens: readonly CST.Token[]): number | undefined {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > DEEPEST) return token.offset;
    for (const part of partsOf(token)) pending.push({ token: part, depth: 'items' in token ? depth + 1 : depth });
  }
  return undefined;
}

/** Returns the begin of the first key that is duplicated in its mapping. */
function firstRepeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (typeof key !== 'object' || key === null || !('value' in key)) continue;
        if (keys.has(key.value)) {
          found = 'range' in key && Array.isArray(key.range) ? Number(key.range[0]) : 0;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}
