/** Dates as people read them: in the time zone of this machine, largest unit first. */

const lengths = { day: 10, minute: 16, second: 19 } as const;

/**
 * Returns `2026-11-21`, `2026-11-21 09:31` or `2026-11-21 09:31:43`; other text is returned unchanged. @param iso ISO
 * 8601
 */
export function localTime(iso: string, to: keyof typeof lengths): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${time}`.slice(0, lengths[to]);
}

/**
 * Returns a function for the day of a moment (ISO 8601) in a time zone, like `localTime` for that of this machine.
 * @param timeZone IANA name; empty for that of this machine
 * @throws RangeError when there is none of this name
 */
export function dayIn(timeZone: string): (iso: string) => string {
  if (timeZone === '') return (iso) => localTime(iso, 'day');
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (iso) => {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? iso : format.format(date);
  };
}

export function isTimeZone(name: string): boolean {
  try {
    dayIn(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
