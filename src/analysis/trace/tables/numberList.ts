/** Numbers of the first and of the largest piece of memory. */
const SMALLEST = 16;
const LARGEST = 1 << 15;

/** Numbers in the order they come. It grows by pieces, so that nothing is copied and little is made room for in vain. */
export class NumberList {
  length = 0;
  private readonly full: Float64Array[] = [];
  private last: Float64Array = new Float64Array(SMALLEST);
  private used = 0;

  push(value: number): void {
    if (this.used === this.last.length) this.extend();
    this.last[this.used++] = value;
    this.length++;
  }

  /** A copy of all numbers. */
  toArray(): Float64Array {
    const all = new Float64Array(this.length);
    let at = 0;
    for (const piece of this.full) {
      all.set(piece, at);
      at += piece.length;
    }
    all.set(this.last.subarray(0, this.used), at);
    return all;
  }

  private extend(): void {
    this.full.push(this.last);
    this.last = new Float64Array(Math.min(this.last.length * 2, LARGEST));
    this.used = 0;
  }
}
