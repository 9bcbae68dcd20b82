/**
 * Signals between threads of a crew without messages: a bell that rings when one of them has output or ends, and a
 * record of those that ended early. A thread that waits for the bell cannot detect an end, since its event loop is
 * blocked. The thread that started the analysis detects it, and rings.
 */
export class Signals {
  private readonly values: Int32Array;
  private heard = 0;

  constructor(shared: SharedArrayBuffer) {
    this.values = new Int32Array(shared);
  }

  ring(): void {
    Atomics.add(this.values, BELL, 1);
    Atomics.notify(this.values, BELL);
  }

  /** From now on, `wait` waits for what rings later. */
  listen(): void {
    this.heard = Atomics.load(this.values, BELL);
  }

  /** Returns when the bell rang since `listen` was called last. */
  wait(): void {
    Atomics.wait(this.values, BELL, this.heard);
  }

  /** @param member its place in the crew, from 0 on */
  lose(member: number): void {
    Atomics.store(this.values, FIRST_LOST + member, 1);
    this.ring();
  }

  isLost(member: number): boolean {
    return Atomics.load(this.values, FIRST_LOST + member) !== 0;
  }
}

const BELL = 0;
const FIRST_LOST = 1;

export function shareSignals(members: number): SharedArrayBuffer {
  return new SharedArrayBuffer((FIRST_LOST + members) * Int32Array.BYTES_PER_ELEMENT);
}
