/** Work that waits its turn: so much of it is under way at once, the rest follows in its order. */
export class Turns<Item> {
  private readonly waiting: { readonly id: number; readonly item: Item }[] = [];
  private readonly underWay = new Map<number, AbortController>();

  /**
   * @param most maximum number of concurrent requests
   * @param serve never rejects; the signal is aborted when the result is no longer needed
   */
  constructor(
    private readonly most: number,
    private readonly serve: (item: Item, signal: AbortSignal) => Promise<void>,
  ) {}

  /** How many wait. */
  get length(): number {
    return this.waiting.length;
  }

  /** Whether the work of a number waits or is under way. */
  has(id: number): boolean {
    return this.underWay.has(id) || this.waiting.some((work) => work.id === id);
  }

  add(id: number, item: Item): void {
    this.waiting.push({ id, item });
    this.next();
  }

  /** Removes a waiting request, or aborts a running one. */
  cancel(id: number): void {
    this.underWay.get(id)?.abort();
    const at = this.waiting.findIndex((work) => work.id === id);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  cancelAll(): void {
    this.waiting.length = 0;
    for (const abort of this.underWay.values()) abort.abort();
  }

  private next(): void {
    while (this.underWay.size < this.most) {
      const work = this.waiting.shift();
      if (work === undefined) return;
      const abort = new AbortController();
      this.underWay.set(work.id, abort);
      void this.serve(work.item, abort.signal).finally(() => {
        this.underWay.delete(work.id);
        this.next();
      });
    }
  }
}
