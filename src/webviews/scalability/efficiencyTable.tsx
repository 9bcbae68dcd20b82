import { percent } from '../../base/text.js';
import type { ScaleEfficiencies } from '../../protocol/pages/scalability.js';
import { Scrolling } from '../kit/scrolling.js';
import { levelOf } from './view.js';

/** POP's efficiencies: rows are a tree, columns the runs; the length of a bar is the value. */
export function EfficiencyTable({ efficiencies }: { readonly efficiencies: ScaleEfficiencies }) {
  const { columns, rows, unknown } = efficiencies;
  return (
    <Scrolling label="Efficiencies">
      <h2>Efficiencies</h2>
      <p class="quiet">
        Those of POP: each one is the product of those below it. 100 % is ideal, ▾ is below the 80 % that POP calls
        fair. Scalabilities are against {columns[0]}, with the same work in all runs.
      </p>
      <table class="efficiencies">
        <thead>
          <tr>
            <th scope="col">Efficiency</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, title, depth, values }) => (
            <tr key={name}>
              <th scope="row" class={`depth${depth}`}>
                {title}
              </th>
              {values.map((value, index) => (
                <EfficiencyCell key={columns[index]} value={value} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {unknown.map((sentence) => (
        <p key={sentence} class="quiet">
          {sentence}
        </p>
      ))}
    </Scrolling>
  );
}

function EfficiencyCell({ value }: { readonly value: number | null }) {
  if (value === null) return <td class="number quiet">not known</td>;
  const level = levelOf(value);
  const length = `${Math.round(Math.min(1, Math.max(0, value)) * 100)}% 3px`;
  return (
    <td class={`number value ${level}`} style={{ backgroundSize: length }}>
      {level === 'fair' ? '' : '▾ '}
      {percent(value)}
    </td>
  );
}
