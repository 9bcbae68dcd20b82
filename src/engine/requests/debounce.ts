/** Collects names for a while and hands them over together, so that typing does not cause a message a key. */
export class Collector {
  private readonly pending = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /** @param delay milliseconds without a new name after which the names are handed over */
  constructor(
    private readonly delay: number,
    private readonly handOver: (names: readonly string[]) => void,
  ) {}

  add(name: string): void {
    this.pending.add(name);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const names = [...this.pending];
      this.pending.clear();
      this.handOver(names);
    }, this.delay);
  }

  /** Drops the collected items: they are sent by other means, or the client is gone. */
  clear(): void {
    clearTimeout(this.timer);
    this.pending.clear();
  }
}
