/** Source location. Paths are as the measurement wrote them. */
export interface SourcePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}
