import { present } from '../../base/present.js';
import { searchPicture } from '../../pictures/explorer/search.js';
import type { ExplorerAction, ExplorerState } from '../../protocol/pages/explorer.js';
import type { Host } from '../kit/host.js';
import { OfAnswer } from './answered.js';
import type { Loaded } from './coupled.js';
import { DiagramView } from './diagramView.js';

/** How why, where and when were searched. */
export function SearchTab({
  host,
  experiment,
  loaded: { metrics, places },
}: {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly experiment: string;
  readonly loaded: Loaded;
}) {
  return (
    <OfAnswer host={host} name="search" ask={{ experiment }}>
      {({ head }) => (
        <DiagramView
          draw={(room) =>
            searchPicture(
              {
                ...head,
                titleOf: (name) =>
                  metrics.rows.find((metric) => metric.name === name)?.title ?? head.titles[name] ?? name,
                locationOf: (location) => places.titleOf(places.rowOf.get(location) ?? -1),
              },
              room,
            )
          }
          of={[head]}
          onChoose={(at) => {
            const step = head.steps[at];
            if (step === undefined) return;
            const { metric, focus, window } = step;
            const selection = {
              ...{ experiment, property: metric },
              ...(focus.node === undefined ? {} : { nodes: [focus.node] }),
              ...present({ locations: focus.locations, window }),
            };
            host.act({ do: focus.node === undefined ? 'select' : 'selectWorst', selection });
          }}
        />
      )}
    </OfAnswer>
  );
}
