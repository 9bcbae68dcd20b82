/** A line of a chart. */
export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Which of the looks it has; see lookOf. */
  readonly look: number;
  /** Something to compare the others with, such as what would be ideal: thin, dashed and without points. */
  readonly reference?: boolean;
  /** Points that are not joined. */
  readonly isApart?: boolean;
}
