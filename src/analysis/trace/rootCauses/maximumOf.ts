import { absent } from '../../../base/elements.js';
/**
 * The largest amount of those whose range contains a position, asked for from the last position to the first: one
 * heap a group, whose largest amount is dropped when its range was passed.
 */
export class MaximumOf {
  private readonly heaps: (Heap | undefined)[];

  constructor(groups: number) {
    this.heaps = Array.from({ length: groups }, () => undefined);
  }

  /** Adds an amount that counts from the present position of the group down to `from`. */
  add(group: number, from: number, amount: number): void {
    let heap = this.heaps[group];
    if (heap === undefined) this.heaps[group] = heap = new Heap();
    heap.push(amount, from);
  }

  /** The largest amount at a position; 0 where there is none. */
  at(group: number, position: number): number {
    const heap = this.heaps[group];
    if (heap === undefined) return 0;
    while (heap.size > 0 && heap.topTag > position) heap.pop();
    return heap.size > 0 ? heap.top : 0;
  }
}

function exchange(list: number[], a: number, b: number): void {
  const before = list[a] ?? absent(a);
  list[a] = list[b] ?? absent(b);
  list[b] = before;
}

/** Binary heap of amounts with a tag, the largest on top. */
class Heap {
  private readonly amounts: number[] = [];
  private readonly tags: number[] = [];

  get size(): number {
    return this.amounts.length;
  }

  get top(): number {
    return this.amounts[0] ?? absent(0);
  }

  get topTag(): number {
    return this.tags[0] ?? absent(0);
  }

  push(amount: number, tag: number): void {
    let at = this.amounts.push(amount) - 1;
    this.tags.push(tag);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.amounts[parent] ?? absent(parent)) >= (this.amounts[at] ?? absent(at))) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): void {
    this.swap(0, this.amounts.length - 1);
    this.amounts.pop();
    this.tags.pop();
    let at = 0;
    for (;;) {
      const child = this.largerChild(at);
      if (child >= this.amounts.length || (this.amounts[child] ?? absent(child)) <= (this.amounts[at] ?? absent(at)))
        return;
      this.swap(at, child);
      at = child;
    }
  }

  private largerChild(at: number): number {
    const left = 2 * at + 1;
    const right = left + 1;
    if (right >= this.amounts.length) return left;
    return (this.amounts[right] ?? absent(right)) > (this.amounts[left] ?? absent(left)) ? right : left;
  }

  private swap(a: number, b: number): void {
    exchange(this.amounts, a, b);
    exchange(this.tags, a, b);
  }
}
