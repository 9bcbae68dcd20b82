import { l10n } from 'vscode';
import type { SeverityLevel } from '../../model/findings/severityLevel.js';
import type { LineMark } from '../../protocol/messages.js';

/** How a mark looks: by its severity or by what changed, or grayed when its line changed since the run. */
export type MarkStyle = SeverityLevel | NonNullable<LineMark['change']> | 'stale';

/** Mildest first. */
export const severityOrder = ['low', 'medium', 'high', 'critical'] as const satisfies readonly SeverityLevel[];

export const markStyles: readonly MarkStyle[] = [...severityOrder, 'won', 'lost', 'open', 'stale'];

const colors: Readonly<Record<MarkStyle, string>> = {
  low: 'trimtab.severity.low',
  medium: 'trimtab.severity.medium',
  high: 'trimtab.severity.high',
  critical: 'trimtab.severity.critical',
  // As on the comparison's page: won time looks mild, lost time severe.
  won: 'trimtab.severity.low',
  lost: 'trimtab.severity.critical',
  open: 'trimtab.stale',
  stale: 'trimtab.stale',
};

/** The theme color of a style, as the manifest contributes it. */
export function colorOf(style: MarkStyle): string {
  return colors[style];
}

export function styleOf(mark: LineMark): MarkStyle {
  return mark.stale ? 'stale' : (mark.change ?? mark.level);
}

/** Returns the text at the end of a marked line. */
export function textOf(mark: LineMark): string {
  return mark.stale ? l10n.t('{0} (line changed since the run)', mark.text) : mark.text;
}

/** The marks at least as severe as the person wants to see. */
export function atLeast(marks: readonly LineMark[], minimum: SeverityLevel): LineMark[] {
  const lowest = severityOrder.indexOf(minimum);
  return marks.filter((mark) => severityOrder.indexOf(mark.level) >= lowest);
}

/** Reads the setting; anything unknown shows all marks. */
export function toLevel(setting: string | undefined): SeverityLevel {
  return severityOrder.find((level) => level === setting) ?? 'low';
}

/**
 * The marked line to go to from `line`: the next one in the direction, and past the end the first again.
 * @returns undefined when nothing is marked
 */
export function neighbor(marks: readonly LineMark[], line: number, direction: 'next' | 'previous'): number | undefined {
  const lines = marks.map((mark) => mark.line).sort((one, other) => one - other);
  if (direction === 'next') return lines.find((marked) => marked > line) ?? lines.at(0);
  return lines.findLast((marked) => marked < line) ?? lines.at(-1);
}
