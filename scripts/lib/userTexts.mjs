/** Texts of the project that people read: literals of sources and of the probe, Markdown, JSON, workflows and properties in ASL. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** @typedef {{ readonly line: number, readonly text: string }} UserText */

/**
 * @param {string} path of a file, whose extension decides how it is read
 * @returns {UserText[]} without code
 */
export function userTexts(path) {
  if (/\.(?:ts|tsx|mjs)$/.test(path)) return literalsOf(sourceOf(path));
  const content = readFileSync(path, 'utf8');
  if (path.endsWith('.md')) return ofMarkdown(content);
  if (path.endsWith('.json')) return ofJson(content);
  if (/\.[ch]$/.test(path)) return ofC(content);
  if (path.endsWith('.yaml')) return ofYaml(content);
  return ofQuotes(content);
}

/** Parses a source once for all that is read from it. @param {string} path @returns {ts.SourceFile} */
export const sourceOf = (path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

/** Literals with at least two words, apart from keys of objects. @param {ts.SourceFile} source @returns {UserText[]} */
export function literalsOf(source) {
  /** @type {UserText[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} literal */
  const add = (node, literal) => {
    const text = withoutCode(literal);
    if (isMarkup(node, text)) return;
    if (/[\p{L}]{2,}[^\p{L}]* [^\p{L}]*[\p{L}]{2,}/u.test(text))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTemplateExpression(node)) {
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join(''));
      node.templateSpans.forEach(({ expression }) => visit(expression));
      return;
    }
    if (ts.isPropertyAssignment(node)) return visit(node.initializer);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      add(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Comments of a source in TypeScript, without code and the names of tags; adjacent comments of one line are one.
 * @param {ts.SourceFile} source
 * @returns {UserText[]}
 */
export function commentsOf(source) {
  const content = source.text;
  /** @type {Map<number, ts.CommentRange>} */
  const ranges = new Map();
  /** @param {number} position */
  const add = (position) => {
    const found = [ts.getLeadingCommentRanges(content, position), ts.getTrailingCommentRanges(content, position)];
    for (const range of found.flatMap((each) => each ?? [])) ranges.set(range.pos, range);
  };
  /** Also comments before a closing bracket, which no node follows. @param {ts.Node} node */
  const visit = (node) => {
    add(node.getFullStart());
    add(node.end);
    ts.forEachChild(node, visit);
  };
  visit(source);
  /** @type {{ pos: number, end: number }[]} */
  const joined = [];
  for (const { pos, end } of [...ranges.values()].sort((one, other) => one.pos - other.pos)) {
    const last = joined.at(-1);
    const isLine = content.startsWith('//', pos) && last !== undefined && content.startsWith('//', last.pos);
    if (isLine && /^\n[ \t]*$/.test(content.slice(last.end, pos))) last.end = end;
    else joined.push({ pos, end });
  }
  return joined.map(({ pos, end }) => ({
    line: source.getLineAndCharacterOfPosition(pos).line + 1,
    text: proseOf(content.slice(pos, end)),
  }));
}

/**
 * Titles of tests and of their groups.
 * @param {ts.SourceFile} source
 * @returns {UserText[]}
 */
export function testTitlesOf(source) {
  /** @type {UserText[]} */
  const titles = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (title !== undefined && ts.isStringLiteralLike(title) && isTest(node, source))
      titles.push({ line: source.getLineAndCharacterOfPosition(title.getStart()).line + 1, text: title.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** @param {ts.Node} node @param {ts.SourceFile} source */
const isTest = (node, source) =>
  ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText(source));

/** @param {string} comment with its signs */
function proseOf(comment) {
  const lines = comment.replace(/^\/\*+|\*\/$/g, '').split('\n');
  const text = lines.map((line) => line.trim().replace(/^(?:\/\/|\*) ?/, '')).join('\n');
  return withoutCode(text).replace(/@(?:param|returns|throws)(?: [\w.[\]]+)?/g, '\n\n');
}

const MARKUP =
  /^<!DOCTYPE|^CREATE TABLE|^#!|^(?:case |if \[|\w+=\$)|^(?:esac|done|fi)\b|\|\| (?:exit \d|continue)\b|^(?:trap|printf) /m;

/** A page of HTML, a shell script, SQL, or names of classes. @param {ts.Node} node @param {string} text */
function isMarkup({ parent }, text) {
  return MARKUP.test(text) || (ts.isJsxAttribute(parent) && parent.name.getText() === 'class');
}

/** Paragraphs without code, links' addresses and generated tables. @param {string} content @returns {UserText[]} */
function ofMarkdown(content) {
  const prose = content
    .replace(/^---\n[^]*?\n---\n/, (head) => head.replace(/[^\n]/g, ''))
    .replace(/```[^]*?```/g, (code) => code.replace(/[^\n]/g, ''));
  const lines = withoutAddresses(withoutCode(prose))
    .replace(/<[^>]*>/g, ' ')
    .split('\n');
  /** @type {UserText[]} */
  const found = [];
  for (const [at, line] of lines.entries())
    for (const cell of line.replace(/^\s*(?:[-*]|\d+\.|#+|>)\s+/, '').split('|'))
      if (cell.trim() !== '') found.push({ line: at + 1, text: cell.trim() });
  return found;
}

/** @param {string} content @returns {UserText[]} */
function ofJson(content) {
  return content.split('\n').flatMap((line, at) => {
    const [, text] = /:\s*"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    if (text === undefined) return [];
    return [{ line: at + 1, text: withoutAddresses(withoutCode(text)).replaceAll('\\n', '\n\n') }];
  });
}

/** Literals of C with at least two words, joined where several follow each other. @param {string} content @returns {UserText[]} */
function ofC(content) {
  const code = content.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const literals = /"(?:[^"\\\n]|\\.)*"(?:\s*(?:PRI\w+\s*)?"(?:[^"\\\n]|\\.)*")*/g;
  return [...code.matchAll(literals)].flatMap(({ 0: literal, index }) => {
    const text = literal
      .replace(/"\s*(?:PRI\w+\s*)?"/g, '')
      .slice(1, -1)
      .replaceAll('\\n', '\n');
    if (!/[a-z]{2,} [a-z]{2,}/.test(text)) return [];
    return [{ line: code.slice(0, index).split('\n').length, text }];
  });
}

/** Comments and the texts of workflows that people read. @param {string} content @returns {UserText[]} */
function ofYaml(content) {
  return content.split('\n').flatMap((line, at) => {
    const [, comment, text] = /^\s*(?:#\s*(.*)|(?:description|title|text|question|what): (.*))$/.exec(line) ?? [];
    const found = comment ?? text;
    return found === undefined ? [] : [{ line: at + 1, text: withoutCode(found) }];
  });
}

/** @param {string} text */
const withoutCode = (text) => text.replace(/`[^`\n]*`/g, 'X');

/** Links without their addresses. @param {string} text */
const withoutAddresses = (text) => text.replace(/\]\([^)]*\)/g, ']');

/** @param {string} content @returns {UserText[]} */
function ofQuotes(content) {
  return content
    .split('\n')
    .flatMap((line, at) => [...line.matchAll(/"([^"]* [^"]*)"/g)].map(([, text = '']) => ({ line: at + 1, text })));
}
