import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import type { Grouping } from '../../pictures/timeline/rowTree.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import type { ColorBy, ColorView } from './useColoring.js';
import { Choice } from '../kit/choice.js';
import type { RowView } from './useRows.js';

const COLOR_NAMES: Readonly<Record<ColorBy, string>> = {
  class: 'class',
  function: 'function',
  lateness: 'lateness',
  focus: 'chosen functions',
  selection: 'selected call paths',
};
const ROW_NAMES: Readonly<Record<Grouping, string>> = {
  none: 'one by one',
  process: 'by process',
  machine: 'by node',
  number: 'in groups of 64',
};

interface HeaderProps {
  readonly name: string;
  readonly window: string;
  /** The part of the run that is selected in all views. */
  readonly selectedTime: Window | undefined;
  readonly forgetTime: () => void;
  readonly colors: ColorView;
  readonly rows: RowView;
  readonly hasSteps: boolean;
  readonly order: 'time' | 'logical';
  readonly setOrder: (order: 'time' | 'logical') => void;
  /** Whether waiting is hatched; undefined if colors do not represent classes. */
  readonly waits: boolean | undefined;
  readonly setWaits: (shows: boolean) => void;
  readonly path: boolean;
  readonly setPath: (shows: boolean) => void;
  readonly messages: boolean;
  readonly setMessages: (shows: boolean) => void;
  readonly follows: boolean;
  readonly setFollows: (on: boolean) => void;
  readonly others: TimelineState['others'];
  readonly other: string | undefined;
  readonly setOther: (id: string | undefined) => void;
  readonly find: () => void;
  readonly table: () => void;
  readonly exports: () => void;
  readonly keys: () => void;
  readonly open: 'keys' | 'table' | 'export' | undefined;
}

/** Controls of the contents and presentation. */
export function Header(props: HeaderProps) {
  return (
    <header>
      <div class="about">
        <strong title={props.name}>{props.name}</strong>
        <span class="quiet">{props.window}</span>
        {props.selectedTime !== undefined && (
          <button
            class="plain link"
            title="Select the whole run in all views"
            aria-label={`${windowText(props.selectedTime)} is selected in all views: select the whole run`}
            onClick={props.forgetTime}
          >
            selected {windowText(props.selectedTime)} ×
          </button>
        )}
      </div>
      <Choices {...props} />
      <Checks {...props} />
      <button class="plain link more" onClick={props.find}>
        find /
      </button>
      <button class="plain link more" onClick={props.exports} aria-expanded={props.open === 'export'}>
        export e
      </button>
      <button class="plain link more" onClick={props.table} aria-expanded={props.open === 'table'}>
        table t
      </button>
      <button class="plain link" onClick={props.keys} aria-expanded={props.open === 'keys'}>
        keys ?
      </button>
    </header>
  );
}

/** Colors, rows, order, and the experiment next to it. */
function Choices({ colors, rows, hasSteps, order, setOrder, others, other, setOther }: HeaderProps) {
  return (
    <>
      <Choice
        label="color"
        value={order === 'logical' ? 'lateness' : colors.by}
        options={colors.ways.map((way) => [way, COLOR_NAMES[way]])}
        isDisabled={order === 'logical'}
        choose={(way) => colors.setBy(way)}
      />
      {rows.ways.length > 1 && (
        <Choice
          label="rows"
          value={rows.by}
          options={rows.ways.map((way) => [way, ROW_NAMES[way]])}
          choose={(way) => rows.setBy(way)}
        />
      )}
      {hasSteps && (
        <Choice
          label="order"
          value={order}
          options={[
            ['time', 'time'],
            ['logical', 'logical'],
          ]}
          choose={setOrder}
        />
      )}
      {others.length > 0 && (
        <Choice
          label="beside"
          value={other ?? ''}
          options={[['', 'nothing'], ...others.map(({ id, name }) => [id, name] as const)]}
          choose={(id) => setOther(id === '' ? undefined : id)}
        />
      )}
    </>
  );
}

/** Options for items other than calls; steps have none of them. */
function Checks({ order, waits, setWaits, path, setPath, messages, setMessages, follows, setFollows }: HeaderProps) {
  return (
    <>
      {order === 'time' && (
        <>
          {waits !== undefined && <Check label="waits" title="Hatch waiting" isOn={waits} set={setWaits} />}
          <Check label="path" title="Draw the critical path" isOn={path} set={setPath} />
          <Check label="messages" title="Draw messages and collective operations" isOn={messages} set={setMessages} />
        </>
      )}
      <Check
        label="follow line"
        title="Select the call paths of the line in the editor, and show the line of the selection"
        isOn={follows}
        set={setFollows}
      />
    </>
  );
}

function Check({
  label,
  title,
  isOn,
  set,
}: {
  readonly label: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly set: (on: boolean) => void;
}) {
  return (
    <label title={title}>
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      {label}
    </label>
  );
}
