/** How different colors look, also to those who see fewer: plain specifications that the palettes are held to. */
import { codedOf, hexOf, codedLight, lightOf, mapTriple, type Triple } from '../../../src/pictures/colors/rgb.js';

/** CIE 1976 L*a*b* of a color of sRGB, white D65. */
export function labOf(hex: string): Triple {
  const [r, g, b] = mapTriple(codedOf(hex), lightOf);
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const radians = (angle: number): number => (angle * Math.PI) / 180;
const hue = (b: number, a: number): number => (a === 0 && b === 0 ? 0 : (degrees(Math.atan2(b, a)) + 360) % 360);

/** CIEDE2000, as Sharma, Wu and Dalal write it (Color Research and Application 30, 2005), equations 2 to 22. */
export function deltaE2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  // Half a turn is one of either sign in the paper's terms: from h1 up where h2 is larger.
  const dh = !isGrey && turn === -180 && h2 > h1 ? 180 : turn;
  const [dL, dC, dH] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin(radians(dh / 2))];
  const [meanL, mean] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const meanH = isGrey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? sum / 2 + 180 : sum / 2 - 180;
  const t =
    1 -
    0.17 * Math.cos(radians(meanH - 30)) +
    0.24 * Math.cos(radians(2 * meanH)) +
    0.32 * Math.cos(radians(3 * meanH + 6)) -
    0.2 * Math.cos(radians(4 * meanH - 63));
  const sL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const [sC, sH] = [1 + 0.045 * mean, 1 + 0.015 * mean * t];
  const theta = 30 * Math.exp(-(((meanH - 275) / 25) ** 2));
  const rT = -Math.sin(radians(2 * theta)) * 2 * Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7));
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH));
}

/** Machado, Oliveira and Fernandes (IEEE TVCG 15, 2009), table 1, severity 1.0, on linear light. */
const SEEN = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Sight = keyof typeof SEEN;
export const sights: readonly Sight[] = ['protan', 'deutan', 'tritan'];

/** Returns a color as seen by a color-blind person. */
export function seenBy(sight: Sight, hex: string): string {
  const [r, g, b] = mapTriple(codedOf(hex), lightOf);
  const [red, green, blue] = SEEN[sight];
  const light = (row: Triple): number => row[0] * r + row[1] * g + row[2] * b;
  return hexOf(mapTriple([light(red), light(green), light(blue)], codedLight));
}
