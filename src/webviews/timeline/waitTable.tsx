import { elementAt } from '../../base/elements.js';
import { duration, grouped } from '../../base/text.js';
import type { MarksAnswer, Run } from './run.js';

/** Waits that the table shows. */
const MOST_ROWS = 100;

interface Chosen {
  readonly location: number;
  readonly time: number;
  readonly from: number;
  readonly to: number;
}

/** The waits of the window as a table, the longest first: the same numbers as in the picture. */
export function WaitTable(props: {
  readonly run: Run;
  readonly functionNames: readonly string[];
  readonly answer: MarksAnswer;
  readonly choose: (wait: Chosen) => void;
  readonly close: () => void;
}) {
  const { run, functionNames, choose, close } = props;
  const { head, columns } = props.answer;
  const shown = Math.min(MOST_ROWS, columns.waitLocation.length);
  const nameOf = (location: number): string => run.names[run.locations.indexOf(location)] ?? `location ${location}`;
  return (
    <section class="over" aria-label="Waits in this window">
      <p class="quiet">
        {shown < head.waits
          ? `The longest ${grouped(shown)} of ${grouped(head.waits)} waits in this window.`
          : `All ${grouped(shown)} waits in this window.`}{' '}
        <button onClick={close}>Close</button>
      </p>
      <table>
        <thead>
          <tr>
            <th>Who</th>
            <th class="number">Waited</th>
            <th class="number">From</th>
            <th>In</th>
            <th>For</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, at) => {
            const location = elementAt(columns.waitLocation, at);
            const [from, to] = [elementAt(columns.waitFrom, at), elementAt(columns.waitTo, at)];
            const late = elementAt(columns.waitLate, at);
            return (
              <tr key={at}>
                <td>
                  <button class="plain link" onClick={() => choose({ location, time: (from + to) / 2, from, to })}>
                    {nameOf(location)}
                  </button>
                </td>
                <td class="number">{duration(to - from)}</td>
                <td class="number">{from.toFixed(6)} s</td>
                <td>{functionNames[elementAt(columns.waitNode, at)] ?? ''}</td>
                <td>{late < 0 ? '' : nameOf(late)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
