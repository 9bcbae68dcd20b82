import { DamagedCube } from './damage.js';

/**
 * A whole number of at most 32 bits, as identifiers, lines and ranks are.
 * @param what what the number is of, for the message
 * @throws DamagedCube
 */
export function integerOf(text: string | undefined, what: string): number {
  const digits = smallNumber(text);
  if (digits >= 0) return digits;
  const value = text !== undefined && /^\s*[-+]?\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -0x8000_0000 && value <= 0xffff_ffff))
    throw new DamagedCube(`names ${what} "${(text ?? '').slice(0, 20)}", which is no number`);
  return value;
}

/** Returns the value of up to nine digits, which covers nearly all of these numbers; -1 for other texts. */
function smallNumber(text: string | undefined): number {
  if (text === undefined || text.length === 0 || text.length > 9) return -1;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}
