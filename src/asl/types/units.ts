/** Units of numbers, as exponents of what is measured. */

const DIMENSIONS = ['s', 'B', 'cycle', 'flop', 'loc'] as const;
type Dimension = (typeof DIMENSIONS)[number];

/**
 * Exponents in the order of DIMENSIONS: `s` seconds, `B` bytes, `cycle`, `flop`, and `loc` for sums over locations.
 * Counts have none of them.
 */
export type Unit = readonly number[];

export const ONE: Unit = DIMENSIONS.map(() => 0);
const only = (dimension: Dimension): Unit => DIMENSIONS.map((each) => (each === dimension ? 1 : 0));
export const SECONDS = only('s');
const LOCATIONS = only('loc');
/** Seconds summed over locations. */
export const LOCATION_SECONDS = times(SECONDS, LOCATIONS);

export function times(left: Unit, right: Unit): Unit {
  return left.map((exponent, at) => exponent + (right[at] ?? 0));
}

export function over(left: Unit, right: Unit): Unit {
  return left.map((exponent, at) => exponent - (right[at] ?? 0));
}

export function isSame(left: Unit, right: Unit): boolean {
  return left.every((exponent, at) => exponent === right[at]);
}

/** Returns the unit of a sum over threads or matches: seconds of several locations are no duration. */
export function summed(unit: Unit): Unit {
  return isSame(unit, SECONDS) ? LOCATION_SECONDS : unit;
}

/** The unit that a text names, such as `s·loc`, `B/s` or `count`; undefined where it names none. */
export function unitOf(text: string): Unit | undefined {
  let found = ONE;
  let isBelow = false;
  for (const part of text.split(/([*/·])/)) {
    if (part === '/') isBelow = true;
    if (part === '*' || part === '·') isBelow = false;
    if (part === '/' || part === '*' || part === '·' || part === 'count' || part === '1' || part === '%') continue;
    const dimension = DIMENSIONS.find((known) => known === part);
    if (dimension === undefined) return undefined;
    found = isBelow ? over(found, only(dimension)) : times(found, only(dimension));
  }
  return found;
}

/** A unit as people write it; `1` for a plain number. */
export function unitText(unit: Unit): string {
  const part = (sign: 1 | -1): string[] =>
    DIMENSIONS.flatMap((name, at) => {
      const power = (unit[at] ?? 0) * sign;
      return power <= 0 ? [] : [power === 1 ? name : `${name}^${power}`];
    });
  const [above, below] = [part(1), part(-1)];
  const top = above.length === 0 ? '1' : above.join('·');
  return below.length === 0 ? top : `${top}/${below.join('/')}`;
}
