/** OKLab (Ottosson 2020): distances and ways between colors that look even. */
import { codedLight, codedOf, hexOf, lightOf, mapTriple, type Triple } from './rgb.js';

type Rows = readonly [Triple, Triple, Triple];

const LIGHT_TO_CONES: Rows = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const CONES_TO_LAB: Rows = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LAB_TO_CONES: Rows = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const CONES_TO_LIGHT: Rows = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const times = (rows: Rows, [a, b, c]: Triple): Triple =>
  mapTriple([0, 1, 2], (row) => {
    const [x, y, z] = rows[row] ?? [0, 0, 0];
    return x * a + y * b + z * c;
  });

export function oklabOf(hex: string): Triple {
  const cones = times(LIGHT_TO_CONES, mapTriple(codedOf(hex), lightOf));
  return times(CONES_TO_LAB, mapTriple(cones, Math.cbrt));
}

export function hexOfOklab(lab: Triple): string {
  const cones = mapTriple(times(LAB_TO_CONES, lab), (part) => part ** 3);
  return hexOf(mapTriple(times(CONES_TO_LIGHT, cones), codedLight));
}
