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
