/** A few places for many: who finds none free waits in line. */
export class Slots {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((next) => this.line.push(next));
  }

  give(): void {
    const next = this.line.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
