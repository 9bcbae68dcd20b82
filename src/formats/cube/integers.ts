import { DamagedCube } from './damage.js';

/**
 * A whole number of at most 32 bits, as identifiers, lines and ranks are.
 * @param what what the number is of, for the message
 * @throws DamagedCube
 */
export function integerOf(text: string | undefined, what: string): number {
  const value = text !== undefined && /^\s*[-+]?\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -0x8000_0000 && value <= 0xffff_ffff))
    throw new DamagedCube(`names ${what} "${(text ?? '').slice(0, 20)}", which is no number`);
  return value;
}
