import { duration } from '../../base/text.js';
import type { ShownComparison } from '../../protocol/pages/compare.js';
import { Scrolling } from '../kit/scrolling.js';

/** Changes from iteration to iteration, before and after. */
export function Dynamics({ rows }: { readonly rows: ShownComparison['dynamics'] }) {
  if (rows.length === 0) return null;
  return (
    <details open class="dynamics">
      <summary>Changes by iteration</summary>
      <Scrolling label="Changes by iteration">
        <table>
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Where</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col" class="number">
                Lost before
              </th>
              <th scope="col" class="number">
                Lost after
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, where, before, after, excessBefore, excessAfter }, at) => (
              <tr key={at}>
                <th scope="row">{title}</th>
                <td>{where}</td>
                <td>{before === '' ? 'does not' : before}</td>
                <td>{after === '' ? 'does not' : after}</td>
                <td class="number">{duration(excessBefore)}</td>
                <td class={`number ${excessAfter > excessBefore ? 'worse' : 'better'}`}>{duration(excessAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </details>
  );
}
