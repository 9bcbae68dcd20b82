import { Quadruples } from '../tables/quadruples.js';

const SENDS = 1;
const RECEIVES = 2;
const FLAGS = 4;

/**
 * Common properties of executions of collective operations at a location: communicator, operation, root, and whether
 * the location sends and receives data. Records have the number of their shape.
 */
export class CollectiveShapes extends Quadruples {
  /** @param root as the trace names it, which may exceed 2^31 */
  shape(
    location: number,
    communicator: number,
    collective: number,
    root: number,
    data: { sent: number; received: number },
  ): number {
    const flags = (data.sent > 0 ? SENDS : 0) + (data.received > 0 ? RECEIVES : 0);
    return this.number(location, communicator, collective * FLAGS + flags, root);
  }

  location(shape: number): number {
    return this.part(shape, 0);
  }

  communicator(shape: number): number {
    return this.part(shape, 1);
  }

  /** Returns the shapes, as columns by shape. */
  columns(): ShapeColumns {
    const flags = (shape: number): number => this.part(shape, 2) % FLAGS;
    const length = this.count;
    return {
      collective: Int32Array.from({ length }, (_, shape) => Math.floor(this.part(shape, 2) / FLAGS)),
      root: Float64Array.from({ length }, (_, shape) => this.part(shape, 3)),
      sends: Uint8Array.from({ length }, (_, shape) => flags(shape) & SENDS),
      receives: Uint8Array.from({ length }, (_, shape) => (flags(shape) & RECEIVES) / RECEIVES),
    };
  }
}

/** Common properties of executions of collective operations, by shape. */
export interface ShapeColumns {
  /** CollectiveOperations. */
  readonly collective: Int32Array;
  /** As the trace names it, which may exceed 2^31. */
  readonly root: Float64Array;
  /** 1 where data is sent, and where it is received. */
  readonly sends: Uint8Array;
  readonly receives: Uint8Array;
}
