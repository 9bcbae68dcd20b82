import { present } from '../../base/present.js';
import type { PlacedLine } from './placedLine.js';

/**
 * Debug information gives the line of a function's opening brace; if the line has only the brace, the name is further
 * up.
 */
const LONE_BRACE = /^\s*\{\s*(\/[/*].*)?$/;
/** A line that ends something before the function: its declaration cannot begin above. */
const ENDS_SOMETHING = /[;}]\s*$|^\s*#/;
/** Longest declaration that is searched. */
const MOST_LINES = 40;

/**
 * The line that names a function whose body begins at a lone brace.
 * @param lines the current text
 * @param line 0-based line of the brace
 * @param name as the report writes it, with or without scope and parameters
 * @returns `line` itself where it is no lone brace or the name is not found above it
 */
export function declarationLine(lines: readonly string[], line: number, name: string): number {
  if (!LONE_BRACE.test(lines[line] ?? '')) return line;
  const identifier = /([\p{L}_$~][\p{L}\p{N}_$]*)\s*$/u.exec(name.replace(/[(<[].*$/s, ''))?.[1];
  if (identifier === undefined) return line;
  for (let above = line - 1; above >= Math.max(0, line - MOST_LINES); above--) {
    const text = lines[above] ?? '';
    if (ENDS_SOMETHING.test(text)) return line;
    if (hasCallOf(text, identifier)) return above;
  }
  return line;
}

/** Whether the text holds the identifier as a whole word before an opening parenthesis. */
function hasCallOf(text: string, identifier: string): boolean {
  for (let at = text.indexOf(identifier); at >= 0; at = text.indexOf(identifier, at + 1)) {
    const before = text.slice(0, at);
    if (!/[\p{L}\p{N}_$]$/u.test(before) && /^\s*(\(|$)/.test(text.slice(at + identifier.length))) return true;
  }
  return false;
}

/** Moves functions from lone braces to the lines that name them; findings stay. No call is made from a brace. */
export function atDeclarations(placed: readonly PlacedLine[], lines: readonly string[]): PlacedLine[] {
  return placed.flatMap((entry) => {
    const moved = entry.functions
      .map((summary) => ({ summary, line: declarationLine(lines, entry.line, summary.region) }))
      .filter(({ line }) => line !== entry.line);
    if (moved.length === 0) return [entry];
    const gone = new Set(moved.map(({ summary }) => summary));
    const { line, stale, findings, functions, made } = entry;
    const left = functions.filter((summary) => !gone.has(summary));
    return [
      ...moved.map((to) => ({ line: to.line, stale, findings: [], functions: [to.summary] })),
      { line, stale, findings, functions: left, ...present({ made }) },
    ];
  });
}
