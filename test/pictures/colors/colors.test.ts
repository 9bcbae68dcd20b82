import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { oklabOf, hexOfOklab } from '../../../src/pictures/colors/oklab.js';
import { functionInks, palettes, TIME_COLORS, type TimeInk, timeNames } from '../../../src/pictures/colors/inks.js';
import { mixed } from '../../../src/pictures/colors/rgb.js';
import { severityColor, severityScales } from '../../../src/pictures/colors/severity.js';
import { contrast } from '../../extension/contrast.js';
import { deltaE2000, labOf, seenBy, sights } from './difference.js';

const root = join(import.meta.dirname, '../../..');
const themes = ['light', 'dark'] as const;

/** Classes with a separate color: the others share one, and are distinguished by patterns. */
const OWN: readonly TimeInk[] = ['computation', 'pointToPoint', 'collective', 'openmp', 'device', 'waiting'];

/** Sharma, Wu and Dalal 2005, table 1. */
const PUBLISHED: readonly (readonly [number, number, number, number, number, number, number])[] = [
  [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
  [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
  [50, 2.8361, -74.02, 50, 0, -82.7485, 3.4412],
  [50, -1.3802, -84.2814, 50, 0, -82.7485, 1],
  [50, -1.1848, -84.8006, 50, 0, -82.7485, 1],
  [50, -0.9009, -85.5211, 50, 0, -82.7485, 1],
  [50, 0, 0, 50, -1, 2, 2.3669],
  [50, -1, 2, 50, 0, 0, 2.3669],
  [50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792],
  [50, 2.49, -0.001, 50, -2.49, 0.001, 7.1792],
  [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
  [50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195],
  [50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045],
  [50, -0.001, 2.49, 50, 0.001, -2.49, 4.8045],
  [50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461],
  [50, 2.5, 0, 50, 0, -2.5, 4.3065],
  [50, 2.5, 0, 73, 25, -18, 27.1492],
  [50, 2.5, 0, 61, -5, 29, 22.8977],
  [50, 2.5, 0, 56, -27, -3, 31.903],
  [50, 2.5, 0, 58, 24, 15, 19.4535],
  [50, 2.5, 0, 50, 3.1736, 0.5854, 1],
  [50, 2.5, 0, 50, 3.2972, 0, 1],
  [50, 2.5, 0, 50, 1.8634, 0.5757, 1],
  [50, 2.5, 0, 50, 3.2592, 0.335, 1],
  [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
  [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.263],
  [61.2901, 3.7196, -5.3901, 61.4292, 2.248, -4.962, 1.8731],
  [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
  [22.7233, 20.0904, -46.694, 23.0331, 14.973, -42.5619, 2.0373],
  [36.4612, 47.858, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
  [90.8027, -2.0831, 1.441, 91.1528, -1.6435, 0.0447, 1.4441],
  [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
  [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
  [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
];

describe('colors of time', () => {
  it('are compared by a formula that gives the published differences', () => {
    for (const [l1, a1, b1, l2, a2, b2, expected] of PUBLISHED)
      expect(deltaE2000([l1, a1, b1], [l2, a2, b2])).toBeCloseTo(expected, 4);
  });

  it.each(themes)('have a contrast to the background of at least 3 : 1 (%s)', (theme) => {
    for (const ink of OWN) expect(contrast(TIME_COLORS[theme][ink], palettes[theme].ground), ink).toBeGreaterThan(3);
    const { ground, text, quiet, path, message, chosen } = palettes[theme];
    for (const writing of [text, quiet]) expect(contrast(writing, ground)).toBeGreaterThan(4.5);
    for (const line of [path, message, chosen]) expect(contrast(line, ground)).toBeGreaterThan(3);
  });

  it.each(themes)('differ by at least 12 (CIEDE2000), for those who see fewer colors too (%s)', (theme) => {
    const seen = [(hex: string) => hex, ...sights.map((sight) => (hex: string) => seenBy(sight, hex))];
    for (const see of seen)
      for (const one of OWN)
        for (const other of OWN)
          if (one < other) {
            const [a, b] = [TIME_COLORS[theme][one], TIME_COLORS[theme][other]];
            expect(deltaE2000(labOf(see(a)), labOf(see(b))), `${one}, ${other}`).toBeGreaterThan(12);
          }
  });

  it.each(themes)('of functions contrast and differ in the same way, from the rest too (%s)', (theme) => {
    const colors = [...functionInks, 'other' as const].map((ink) => palettes[theme][ink]);
    const seen = [(hex: string) => hex, ...sights.map((sight) => (hex: string) => seenBy(sight, hex))];
    for (const [at, one] of colors.entries()) {
      expect(contrast(one, palettes[theme].ground), one).toBeGreaterThan(3);
      for (const other of colors.slice(0, at))
        for (const see of seen)
          expect(deltaE2000(labOf(see(one)), labOf(see(other))), `${one}, ${other}`).toBeGreaterThan(12);
    }
  });

  it('are what the manifest offers to themes', () => {
    const color = v.object({ id: v.string(), defaults: v.object({ light: v.string(), dark: v.string() }) });
    const manifest = v.object({ contributes: v.object({ colors: v.array(color) }) });
    const { contributes } = v.parse(manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const offered = contributes.colors.filter(({ id }) => id.startsWith('trimtab.time.'));
    expect(offered.map(({ id }) => id.slice('trimtab.time.'.length)).sort()).toEqual(Object.keys(timeNames).sort());
    for (const { id, defaults } of offered) {
      const ink = Object.keys(timeNames).find((name) => id.endsWith(`.${name}`));
      expect({ ink, ...defaults }).toEqual({
        ink,
        light: Object.entries(TIME_COLORS.light).find(([name]) => name === ink)?.[1],
        dark: Object.entries(TIME_COLORS.dark).find(([name]) => name === ink)?.[1],
      });
    }
  });
});

describe('mixed colors', () => {
  it('are those of OKLab as published, and come back from it', () => {
    // Ottosson's own: white has lightness 1 and no color; red is [0.6280, 0.2249, 0.1258].
    expect(oklabOf('#ffffff').map((part) => Math.round(part * 1e4) / 1e4 + 0)).toEqual([1, 0, 0]);
    expect(oklabOf('#ff0000').map((part) => Math.round(part * 1e4) / 1e4)).toEqual([0.628, 0.2249, 0.1258]);
    for (const hex of ['#1f6fd0', '#a82a00', '#00594b', '#000000', '#fffffe'])
      expect(hexOfOklab(oklabOf(hex))).toBe(hex);
  });

  it('mix light, not codes', () => {
    expect(
      mixed([
        ['#000000', 0.5],
        ['#ffffff', 0.5],
      ]),
    ).toBe('#bcbcbc');
    expect(mixed([['#1f6fd0', 1]])).toBe('#1f6fd0');
  });

  it.each(themes)('of severity go evenly from nothing to all (%s)', (theme) => {
    const scale = severityScales[theme];
    expect([0, 0.5, 1].map((share) => severityColor(share, scale))).toEqual(scale.map((hex) => hex.toLowerCase()));
    expect(severityColor(-3, scale)).toBe(severityColor(0, scale));
    expect(severityColor(7, scale)).toBe(severityColor(1, scale));
    const [first, second, third] = [0.1, 0.2, 0.3].map((share) => oklabOf(severityColor(share, scale)));
    for (const part of [0, 1, 2])
      expect((second?.[part] ?? NaN) - (first?.[part] ?? NaN)).toBeCloseTo(
        (third?.[part] ?? NaN) - (second?.[part] ?? NaN),
        2,
      );
  });
});
