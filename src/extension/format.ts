import type { Fraction } from '../base/units.js';

/** Short, because a side bar is narrow. */
const barLength = 5;

/** A share as a bar of five blocks; anything above nothing shows at least one. */
export function bar(share: Fraction): string {
  const wanted = Math.round(Math.min(1, Math.max(0, share)) * barLength);
  const full = share > 0 ? Math.max(1, wanted) : 0;
  return '▰'.repeat(full) + '▱'.repeat(barLength - full);
}

/**
 * A moment in local time, `2026-11-20 23:15`, or `today 23:15`; the text itself where it is no date.
 * @param iso ISO 8601
 */
export function moment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = dayOf(date) === dayOf(now) ? 'today' : dayOf(date);
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
