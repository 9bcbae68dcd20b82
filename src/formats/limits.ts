/** What is read of a file at most, so that a small damaged or malicious one cannot fill the memory. */

/** Values of all metrics together, at 8 bytes each: what a gigabyte of memory takes with room for the next step. */
export const MOST_VALUES = 1 << 26;
/** Call paths, regions, locations and other things that are defined, of each kind. */
export const MOST_DEFINED = 1 << 24;
