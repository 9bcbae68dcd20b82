/** Laying text out in columns of a terminal. */
import type { PathMapping } from '../../base/paths/pathMap.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { Style } from './terminal.js';

/** How a report is laid out. */
export interface Layout {
  readonly width: number;
  readonly style: Style;
  /** Folder that paths are shown relative to. */
  readonly folder: string;
  /** Local locations of sources that were measured elsewhere. */
  readonly pathMap?: readonly PathMapping[];
  /** Whether to print everything: all causes and explanations, single waits, the tree of metrics, and every remark. */
  readonly metrics?: boolean;
  /** How performance changes by iteration, where that is known. */
  readonly dynamics?: DynamicsReport | undefined;
  /** The command that shows more of the same. */
  readonly next?: string;
}

/** How many columns a text takes: wide East Asian characters take two, combining ones none. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Cf}/u.test(character)) continue;
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}

/** Cuts to a width, with `…` in place of omitted text. @param from which end is kept */
export function fit(text: string, width: number, from: 'start' | 'end' = 'start'): string {
  if (textWidth(text) <= width) return text;
  if (width < 1) return '';
  const characters = Array.from(text);
  if (from === 'end') characters.reverse();
  let kept = '';
  let used = 1; // the ellipsis
  for (const character of characters) {
    used += textWidth(character);
    if (used > width) break;
    kept += character;
  }
  return from === 'start' ? `${kept}…` : `…${Array.from(kept).reverse().join('')}`;
}

/** How wide each column of a table is, by its widest cell; the first row has them all. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const first = rows[0] ?? [];
  return first.map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))));
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** A number and its unit, such as `52 %` or `(12.3 ms,`, are one word. */
const WORD = /[([+−]?\d[\d.,]* (?:%|[nµm]?s|[kMG]?B)(?![\p{L}\d])\S*|\S+/gu;

/** Breaks a paragraph into lines of at most `width` columns; a longer word gets a separate line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const whole = [...text.replace(/\s+/g, ' ').matchAll(WORD)].map(([word]) => word);
  for (const word of whole.flatMap((part) => (textWidth(part) > width ? part.split(' ') : [part]))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
