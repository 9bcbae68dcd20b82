import type { LineMap } from '../../experiments/files/lineMap.js';
import type { LineDigest } from './lineDigest.js';

/** Data of a report for one line of the current text. */
export interface PlacedLine extends Omit<LineDigest, 'line'> {
  /** 0-based, in the current text. */
  readonly line: number;
  /** The measured line was changed or deleted since the run. */
  readonly stale: boolean;
}

/** Moves digests to the current text, in the order of its lines. */
export function placeLines(digests: readonly LineDigest[], map: LineMap): PlacedLine[] {
  return digests
    .map((digest) => ({ ...digest, ...map.place(digest.line) }))
    .sort((a, b) => a.line - b.line || Number(a.stale) - Number(b.stale));
}
