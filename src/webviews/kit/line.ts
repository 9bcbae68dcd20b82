/** A line of a chart. */
export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Of the theme's chart colours, in the order of `chartColors`. */
  readonly color: number;
  readonly dashed?: boolean;
}
