import { severityLevel } from '../../model/findings/severityLevel.js';

/** The number of a row, with a bar and the color of its share of the run. @param numbers the title of the column */
export function WeightCell({
  numbers,
  number,
  share,
}: {
  readonly numbers: string;
  readonly number: string;
  readonly share: number;
}) {
  const size = Math.abs(share);
  return (
    <span role="gridcell" class="weight" aria-label={`${numbers} ${number}`}>
      <span class="value">{number}</span>
      <span class="track" aria-hidden="true">
        <span class={`amount ${severityLevel(size)}`} style={{ width: `${100 * Math.min(1, size)}%` }} />
      </span>
    </span>
  );
}
