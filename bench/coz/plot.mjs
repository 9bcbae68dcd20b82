// Both curves of each function in one picture.

const WIDTH = 640;
const HEIGHT = 360;
const EDGE = { left: 60, right: 170, top: 20, bottom: 50 };
/** Okabe and Ito: distinct for color-blind people. */
const COLORS = ['#0072b2', '#d55e00', '#009e73'];

/**
 * @param {readonly string[]} names
 * @param {Map<string, { readonly speedup: number, readonly gain: number }[]>} predicted
 * @param {Map<string, { readonly speedup: number, readonly gain: number }[]>} measured
 * @returns SVG
 */
export function plot(names, predicted, measured) {
  const gains = [...predicted.values(), ...measured.values()].flat().map(({ gain }) => gain);
  const [low, high] = [Math.min(0, ...gains), Math.max(10, ...gains)];
  const x = (/** @type {number} */ speedup) => EDGE.left + (speedup / 100) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ gain) =>
    HEIGHT - EDGE.bottom - ((gain - low) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const text = (/** @type {number} */ atX, /** @type {number} */ atY, /** @type {string} */ words, anchor = 'middle') =>
    `<text x="${atX.toFixed(1)}" y="${atY.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
  const ticks = [0, 20, 40, 60, 80, 100];
  const rows = names.map((name, index) => {
    const color = COLORS[index % COLORS.length];
    const line = (predicted.get(name) ?? []).map(
      ({ speedup, gain }) => `${x(speedup).toFixed(1)},${y(gain).toFixed(1)}`,
    );
    const dots = (measured.get(name) ?? []).map(
      ({ speedup, gain }) =>
        `<circle cx="${x(speedup).toFixed(1)}" cy="${y(gain).toFixed(1)}" r="3.5" fill="${color}"/>`,
    );
    const atX = WIDTH - EDGE.right + 14;
    const atY = EDGE.top + 20 + 22 * index;
    return [
      `<polyline points="${line.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
      ...dots,
      `<line x1="${atX}" x2="${atX + 24}" y1="${atY - 4}" y2="${atY - 4}" stroke="${color}" stroke-width="2"/>`,
      text(atX + 30, atY, name, 'start'),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...ticks.map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="${EDGE.top}" y2="${HEIGHT - EDGE.bottom}" stroke="#ddd"/>${text(x(tick), HEIGHT - EDGE.bottom + 16, `${tick} %`)}`,
    ),
    ...ticks
      .filter((tick) => tick <= high)
      .map(
        (tick) =>
          `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#ddd"/>${text(EDGE.left - 6, y(tick) + 4, `${tick} %`, 'end')}`,
      ),
    ...rows,
    text((EDGE.left + WIDTH - EDGE.right) / 2, HEIGHT - 12, 'speed-up of the function'),
    `<text transform="translate(16 ${(HEIGHT - EDGE.bottom + EDGE.top) / 2}) rotate(-90)" text-anchor="middle">gain of the run time</text>`,
    text(WIDTH - EDGE.right + 14, EDGE.top + 100, 'line: Trimtab', 'start'),
    text(WIDTH - EDGE.right + 14, EDGE.top + 120, 'points: COZ', 'start'),
    '</svg>',
    '',
  ].join('\n');
}
