/** Source location. Paths are as the measurement wrote them. */
export interface SourcePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Whether both are one line; what has no line is nowhere. */
export function isSamePlace(one: SourcePlace | undefined, other: SourcePlace | undefined): boolean {
  return one !== undefined && one.file === other?.file && one.line === other.line;
}
