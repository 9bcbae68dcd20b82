import { enlargeFloat64 } from '../tables/enlarge.js';

/**
 * Numbers the channels messages travel through: one for each communicator, sending process, receiving process and
 * tag, between which MPI keeps messages in order (MPI 3.1, 3.5).
 */
export class Channels {
  count = 0;
  private keys: Float64Array = new Float64Array(4 * 64);
  private slots = new Int32Array(256);

  /** The number of a channel, given when it is first asked for. */
  number(communicator: number, source: number, destination: number, tag: number): number {
    if (this.count * 4 === this.keys.length) this.grow();
    const mask = this.slots.length - 1;
    let slot = hash(communicator, source, destination, tag) & mask;
    for (;;) {
      const channel = this.slots[slot] - 1;
      if (channel < 0) break;
      if (this.is(channel, communicator, source, destination, tag)) return channel;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count + 1;
    this.keys.set([communicator, source, destination, tag], this.count * 4);
    return this.count++;
  }

  private is(channel: number, communicator: number, source: number, destination: number, tag: number): boolean {
    const at = channel * 4;
    return (
      this.keys[at] === communicator &&
      this.keys[at + 1] === source &&
      this.keys[at + 2] === destination &&
      this.keys[at + 3] === tag
    );
  }

  private grow(): void {
    this.keys = enlargeFloat64(this.keys, this.keys.length * 2);
    const { keys } = this;
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let channel = 0; channel < this.count; channel++) {
      const at = channel * 4;
      let slot = hash(keys[at], keys[at + 1], keys[at + 2], keys[at + 3]) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = channel + 1;
    }
  }
}

function hash(communicator: number, source: number, destination: number, tag: number): number {
  const mixed =
    Math.imul(communicator, 0x9e3779b1) ^
    Math.imul(source, 0x85ebca6b) ^
    Math.imul(destination, 0xc2b2ae35) ^
    Math.imul(tag, 0x27d4eb2f);
  return mixed ^ (mixed >>> 15);
}
