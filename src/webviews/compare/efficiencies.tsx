import { pointsText } from '../../base/changeText.js';
import { percent } from '../../base/text.js';
import { type ComparedEfficiency, HIERARCHY_TITLES, type Hierarchy } from '../../model/findings/efficiency.js';
import { Scrolling } from '../kit/scrolling.js';

const hierarchies: readonly Hierarchy[] = ['multiplicative', 'additive'];

/** POP's efficiencies before and after, a table for each of their trees. */
export function Efficiencies({ rows }: { readonly rows: readonly ComparedEfficiency[] }) {
  if (rows.length === 0) return null;
  return (
    <details open class="efficiency">
      <summary>Efficiencies</summary>
      <Scrolling label="Efficiencies">
        <div class="trees">
          {hierarchies.map((hierarchy) => (
            <Tree
              key={hierarchy}
              title={HIERARCHY_TITLES[hierarchy]}
              rows={rows.filter((row) => row.hierarchy === hierarchy)}
            />
          ))}
        </div>
      </Scrolling>
    </details>
  );
}

function Tree({ title, rows }: { readonly title: string; readonly rows: readonly ComparedEfficiency[] }) {
  if (rows.length === 0) return null;
  return (
    <table class="efficiencies">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" class="number">
            Before
          </th>
          <th scope="col" class="number">
            After
          </th>
          <th scope="col" class="number">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, title: efficiency, depth, before, after, change }) => (
          <tr key={name}>
            <th scope="row" class={`depth${depth}`}>
              {efficiency}
            </th>
            <td class="number">{known(before)}</td>
            <td class="number">{known(after)}</td>
            <td class={`number ${lookOf(change)}`}>{change === null ? '' : pointsText(change)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const known = (efficiency: number | null): string => (efficiency === null ? 'not known' : percent(efficiency));

/** Smallest change with a color; smaller ones are displayed as no change. */
const LEAST_CHANGE = 0.0005;

function lookOf(change: number | null): string {
  if (change === null || Math.abs(change) < LEAST_CHANGE) return 'quiet';
  return change > 0 ? 'better' : 'worse';
}
