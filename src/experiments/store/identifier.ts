import { randomBytes } from 'node:crypto';

const IDENTIFIER = /^\d{8}-\d{6}-[a-z0-9][a-z0-9_-]{0,47}-[0-9a-f]{4,16}$/;

/** Whether a text has the form of an experiment's identifier; such a text is a safe folder name. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A new identifier `YYYYMMDD-HHMMSS-program-xxxx` in local time. */
export function newIdentifier(program: string, moment: Date): string {
  const date = `${String(moment.getFullYear()).padStart(4, '0')}${two(moment.getMonth() + 1)}${two(moment.getDate())}`;
  const time = two(moment.getHours()) + two(moment.getMinutes()) + two(moment.getSeconds());
  const slug = program
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${date}-${time}-${slug === '' ? 'program' : slug}-${randomBytes(2).toString('hex')}`;
}
