import { Quadruples } from '../tables/quadruples.js';

/**
 * The ends of channels at which messages are sent or received: a location that talks in a communicator to a rank with a
 * tag. Messages have the number of their end, so that what repeats is kept, and looked up, once.
 */
export class ChannelEnds extends Quadruples {
  location(end: number): number {
    return this.part(end, 0);
  }

  communicator(end: number): number {
    return this.part(end, 1);
  }

  /** Rank of the other end. */
  peer(end: number): number {
    return this.part(end, 2);
  }

  tag(end: number): number {
    return this.part(end, 3);
  }
}
