/** Colors as on screens, and the light that they represent. */

/** Red, green and blue, each 0 to 1. */
export type Triple = readonly [number, number, number];

/** Reads `#rrggbb`, or `#rrggbbaa`, ignoring the last two digits. @returns shares of 0 to 1, as they are coded */
export function codedOf(hex: string): Triple {
  const part = (start: number): number => parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

/** The linear light of a coded share (sRGB, IEC 61966-2-1). */
export const lightOf = (coded: number): number => (coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4);

/** The other way round; light that no screen has is cut off. */
export function codedLight(light: number): number {
  const within = Math.min(1, Math.max(0, light));
  return within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
}

export function mapTriple([a, b, c]: Triple, change: (part: number) => number): Triple {
  return [change(a), change(b), change(c)];
}

/** `#rrggbb` of coded shares. */
export function hexOf(coded: Triple): string {
  const byte = (share: number): string =>
    Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${byte(coded[0])}${byte(coded[1])}${byte(coded[2])}`;
}

/**
 * Mixes light from colors by their shares, as the eye does with very narrow stripes.
 * @param parts colors `#rrggbb` and their shares, which add up to 1
 */
export function mixed(parts: readonly (readonly [color: string, share: number])[]): string {
  let light: Triple = [0, 0, 0];
  for (const [color, share] of parts) {
    const [red, green, blue] = mapTriple(codedOf(color), lightOf);
    light = [light[0] + red * share, light[1] + green * share, light[2] + blue * share];
  }
  return hexOf(mapTriple(light, codedLight));
}
