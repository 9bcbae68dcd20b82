import type { Region } from '../../model/definitions.js';

/** A function on a stack, as a profiler names it. */
export interface Frame {
  readonly name: string;
  /** Source file of the function, as the profiler wrote it. */
  readonly file?: string;
  /** Line that is executed: where the next frame is called, or where the sample was taken. 1-based. */
  readonly line?: number;
  /** First line of the function, 1-based. */
  readonly beginLine?: number;
  /** Path of the library or program that it is in. */
  readonly module?: string;
  /** The kind of region, if the profiler wrote it; otherwise it follows from the name. */
  readonly kind?: Pick<Region, 'paradigm' | 'role'>;
}
