import { present } from '../../base/present.js';
import { matrixPicture } from '../../pictures/explorer/matrix.js';
import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { namesOf } from '../../pictures/timeline/waitSentence.js';
import type { ExplorerAction, ExplorerState } from '../../protocol/pages/explorer.js';
import { MOST_CELLS } from '../../protocol/queries/matrix.js';
import type { Host } from '../kit/host.js';
import { Choice } from '../kit/choice.js';
import { isOneOf, useKept } from '../kit/kept.js';
import { OfAnswer } from './answered.js';
import { DiagramView } from './diagramView.js';

const values = ['bytes', 'count', 'waiting'] as const;
const valueTitles = { bytes: 'bytes', count: 'messages', waiting: 'waiting' } as const;

/** Who sends to whom. */
export function MatrixTab({
  host,
  experiment,
  window,
}: {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly experiment: string;
  /** Only messages in transit in it; the whole run if omitted. */
  readonly window: Window | undefined;
}) {
  const [of, setOf] = useKept(host, 'matrix', 'bytes', isOneOf(values));
  const ask = { experiment, of, most: MOST_CELLS, ...present({ window }) };
  return (
    <>
      <div class="bar">
        <Choice label="Show" value={of} options={values.map((one) => [one, valueTitles[one]])} choose={setOf} />
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
