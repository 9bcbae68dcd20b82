/** Limits on data read from a file, so that a small damaged or malicious one cannot exhaust the memory. */

/**
 * Values of all metrics together, at 8 bytes each: they fit into a gigabyte of memory, with space left for the next
 * step.
 */
export const MOST_VALUES = 1 << 26;
/** Call paths, regions, locations and other things that are defined, of each kind. */
export const MOST_DEFINED = 1 << 24;
