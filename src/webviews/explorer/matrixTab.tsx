import { matrixPicture } from '../../pictures/explorer/matrix.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { namesOf } from '../../pictures/timeline/told.js';
import type { ExplorerAction, ExplorerState } from '../../protocol/pages/explorer.js';
import { MOST_CELLS } from '../../protocol/queries/matrix.js';
import type { Host } from '../kit/host.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { OfAnswer } from './answered.js';
import { DiagramView } from './diagramView.js';

const values = ['bytes', 'count', 'waiting'] as const;
const valueTitles = { bytes: 'bytes', count: 'messages', waiting: 'waiting' } as const;
const times = ['run', 'window'] as const;

/** Who sends to whom. */
export function MatrixTab({
  host,
  experiment,
  selection,
}: {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly experiment: string;
  readonly selection: ExplorerState['selection'];
}) {
  const [of, setOf] = useKept(host, 'matrix', 'bytes', isOneOf(values));
  const [when, setWhen] = useKept(host, 'matrixWhen', 'run', isOneOf(times));
  const chosen = selection?.window;
  const window = when === 'window' && chosen !== undefined && chosen.from < chosen.to ? chosen : undefined;
  const ask = { experiment, of, most: MOST_CELLS, ...(window === undefined ? {} : { window }) };
  return (
    <>
      <div class="bar">
        <label>
          Show
          <select value={of} onChange={(event) => setOf(values.find((one) => one === event.currentTarget.value) ?? of)}>
            {values.map((one) => (
              <option key={one} value={one}>
                {valueTitles[one]}
              </option>
            ))}
          </select>
        </label>
        <label title={chosen === undefined ? 'No part of the run is selected: select one in Time.' : undefined}>
          <input
            type="checkbox"
            disabled={chosen === undefined}
            checked={window !== undefined}
            onChange={(event) => setWhen(event.currentTarget.checked ? 'window' : 'run')}
          />
          only the selected time{chosen === undefined ? '' : `, ${windowText(chosen)}`}
        </label>
      </div>
      <OfAnswer host={host} name="matrix" ask={ask}>
        {({ head, columns }) => {
          const names = namesOf(columns);
          const locationsOf = (row: number): number[] => [
            ...columns.location.subarray(columns.start[row], columns.start[row + 1]),
          ];
          const data = {
            ...{ of, unit: head.unit, names, value: columns.value, processes: head.processes },
            ...{ folded: head.folded, messages: head.messages },
            when: window === undefined ? 'the whole run' : windowText(window),
          };
          return (
            <DiagramView
              draw={(room) => matrixPicture(data, room)}
              of={[columns, window]}
              onChoose={(cell) => {
                const pair = [...locationsOf(Math.floor(cell / head.rows)), ...locationsOf(cell % head.rows)];
                const locations = [...new Set(pair)].sort((a, b) => a - b);
                const time = window === undefined ? {} : { window };
                host.act({ do: 'selectWorst', selection: { experiment, locations, ...time } });
              }}
            />
          );
        }}
      </OfAnswer>
    </>
  );
}
