/** Seconds in the order of the events of one thread, each once, which are read while more are added. */
export class Moments {
  length = 0;
  values = new Float64Array(64);

  add(time: number): void {
    if (this.length > 0 && this.values[this.length - 1] === time) return;
    if (this.length === this.values.length) {
      const values = new Float64Array(2 * this.length);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = time;
  }
}
