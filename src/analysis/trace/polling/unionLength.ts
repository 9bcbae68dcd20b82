/** From `enter` to `leave`, in seconds. */
export interface Span {
  readonly enter: number;
  readonly leave: number;
}

/** Seconds that are in at least one of the spans. */
export function unionLength(spans: readonly Span[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { enter, leave } of [...spans].sort((one, other) => one.enter - other.enter)) {
    length += Math.max(0, leave - Math.max(enter, end));
    end = Math.max(end, leave);
  }
  return length;
}
