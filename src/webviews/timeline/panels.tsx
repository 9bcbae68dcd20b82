import { hereIn, type Panel, type Shown } from './actions.js';
import { ExportPanel } from './exportPanel.js';
import { FindBox } from './findBox.js';
import { Keys } from './keysHelp.js';
import { whoIn } from './run.js';
import type { useFind } from './useFind.js';
import { TablePanel } from './tablePanel.js';

interface PanelsProps {
  readonly open: Panel | undefined;
  readonly shown: Shown;
  readonly finding: ReturnType<typeof useFind>;
  /** By call path. */
  readonly functionNames: readonly string[];
  /** Of the experiment. */
  readonly name: string;
  readonly tell: (sentence: string) => void;
}

/** Panels that are open over the picture. */
export function Panels({ open, shown, finding, functionNames, name, tell }: PanelsProps) {
  const { host, run, view, rows, colors, marks, bundles, isSteps, setCursor, close } = shown;
  const names = { who: whoIn(run), functionOf: (node: number) => functionNames[node] ?? '' };
  switch (open) {
    case undefined:
      return null;
    case 'keys':
      return <Keys close={close} />;
    case 'export':
      return (
        <ExportPanel
          {...{ host, tell }}
          experiment={run.experiment}
          picture={() => shown.scene?.picture(`Timeline of ${name}`)}
          seen={marks === undefined ? undefined : { marks: marks.answer, names }}
          copyLink={() =>
            host.act({ do: 'copyLink', experiment: run.experiment, window: isSteps ? run.span : view.shown })
          }
          close={close}
        />
      );
    case 'find':
      return (
        <FindBox
          in={finding.findable}
          close={close}
          focusOn={(one) => {
            colors.focusOn({ region: one, own: false });
            close();
          }}
          choose={(one) => {
            if (one.is === 'row') {
              rows.show(one.location);
              setCursor({ location: one.location, time: hereIn(shown).time });
            } else finding.first(one);
            close();
          }}
        />
      );
    case 'table':
      return (
        <TablePanel
          {...{ host, run, isSteps, marks, bundles, names, close }}
          rows={rows.rows}
          choose={({ location, time, from, to }) => {
            rows.show(location);
            setCursor({ location, time });
            view.around({ from, to });
          }}
        />
      );
  }
}
