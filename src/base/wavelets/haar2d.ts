import { absent } from '../elements.js';

/** How often a map is halved: in both directions, then along its longer one alone. */
export interface Levels {
  readonly both: number;
  readonly along: number;
}

/** A map in row-major order, both of its sides powers of two. */
export interface Plane {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** As often as its sides can be halved. */
export function allLevels(rows: number, columns: number): Levels {
  const [a, b] = [Math.log2(rows), Math.log2(columns)];
  return { both: Math.min(a, b), along: Math.abs(a - b) };
}

/** A map whose sides are extended to powers of two by its last row and column. */
export function extended(values: ArrayLike<number>, rows: number, columns: number): Plane {
  const [height, width] = [2 ** Math.ceil(Math.log2(rows)), 2 ** Math.ceil(Math.log2(columns))];
  const plane = new Float64Array(height * width);
  for (let row = 0; row < height; row++) {
    const from = Math.min(row, rows - 1) * columns;
    for (let column = 0; column < width; column++)
      plane[row * width + column] = values[from + Math.min(column, columns - 1)] ?? absent(column);
  }
  return { rows: height, columns: width, values: plane };
}

/** Computes the orthonormal Haar transform, in place: the means are in the first corner, as in pyramids. */
export function transform({ rows, columns, values }: Plane, { both, along }: Levels): void {
  let [height, width] = [rows, columns];
  for (let level = 0; level < both + along; level++) {
    const [ofRows, ofColumns] = halved(level, both, height, width);
    if (ofRows) for (let row = 0; row < height; row++) split(values, row * columns, 1, width);
    if (ofColumns) for (let column = 0; column < width; column++) split(values, column, columns, height);
    if (ofRows) width /= 2;
    if (ofColumns) height /= 2;
  }
}

/** Inverts `transform`, in place. */
export function restore({ rows, columns, values }: Plane, { both, along }: Levels): void {
  const steps: { height: number; width: number; ofRows: boolean; ofColumns: boolean }[] = [];
  let [height, width] = [rows, columns];
  for (let level = 0; level < both + along; level++) {
    const [ofRows, ofColumns] = halved(level, both, height, width);
    steps.push({ height, width, ofRows, ofColumns });
    if (ofRows) width /= 2;
    if (ofColumns) height /= 2;
  }
  for (const step of steps.reverse()) {
    if (step.ofColumns) for (let column = 0; column < step.width; column++) join(values, column, columns, step.height);
    if (step.ofRows) for (let row = 0; row < step.height; row++) join(values, row * columns, 1, step.width);
  }
}

/** Whether rows are halved, and columns. */
function halved(level: number, both: number, height: number, width: number): [boolean, boolean] {
  return level < both ? [true, true] : [width > height, height > width];
}

const ROOT = Math.SQRT1_2;

/** Sums and differences of neighbors, sums first. */
function split(values: Float64Array, first: number, step: number, length: number): void {
  const half = length / 2;
  const line = new Float64Array(length);
  for (let at = 0; at < half; at++) {
    const [a, b] = [first + 2 * at * step, first + (2 * at + 1) * step];
    const [one, other] = [values[a] ?? absent(a), values[b] ?? absent(b)];
    line[at] = (one + other) * ROOT;
    line[half + at] = (one - other) * ROOT;
  }
  for (let at = 0; at < length; at++) values[first + at * step] = line[at] ?? absent(at);
}

function join(values: Float64Array, first: number, step: number, length: number): void {
  const half = length / 2;
  const line = new Float64Array(length);
  for (let at = 0; at < half; at++) {
    const [a, b] = [first + at * step, first + (half + at) * step];
    const [sum, difference] = [values[a] ?? absent(a), values[b] ?? absent(b)];
    line[2 * at] = (sum + difference) * ROOT;
    line[2 * at + 1] = (sum - difference) * ROOT;
  }
  for (let at = 0; at < length; at++) values[first + at * step] = line[at] ?? absent(at);
}
