/** A small picture of how values change, for a hover: bars from nothing up, on whatever ground there is. */

/** CSS pixels. */
const WIDTH = 280;
const HEIGHT = 44;
const GAP = 1;
/** Contrasts with light and dark backgrounds alike (3 : 1 and more from white and from #1f1f1f). */
const COLOR = '#4a86cf';
const MOST_COLOR = '#c9622a';

/** Returns an SVG file of bars, the largest in another color; without text, since the background is unknown. */
export function barsPicture(values: readonly number[]): string {
  const most = Math.max(...values, 0);
  const step = WIDTH / Math.max(1, values.length);
  const bars = values.map((value, at) => {
    const height = most > 0 ? Math.max(1, Math.round((Math.max(0, value) / most) * (HEIGHT - 2))) : 1;
    const x = Math.round(at * step * 10) / 10;
    const width = Math.round((step - GAP) * 10) / 10;
    return `<rect x="${x}" y="${HEIGHT - height}" width="${width}" height="${height}" fill="${value === most ? MOST_COLOR : COLOR}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${bars.join('')}</svg>`;
}
