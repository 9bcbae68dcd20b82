import type { ComponentChildren } from 'preact';
import { windowText } from '../../pictures/timeline/axis.js';
import type { Window } from '../../pictures/timeline/frame.js';
import type { ExplorerState } from '../../protocol/pages/explorer.js';
import { Find } from '../kit/find.js';
import { comparing, type Mode, modes, modeTitles } from './shares.js';

interface ToolbarProps {
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
  readonly others: ExplorerState['others'];
  /** The experiment that numbers are compared with. */
  readonly compared: ExplorerState['others'][number] | undefined;
  readonly setOther: (id: string) => void;
  readonly hidesZero: boolean;
  readonly setHidesZero: (hides: boolean) => void;
  readonly sorts: boolean;
  readonly setSorts: (sorts: boolean) => void;
  readonly time: {
    /** The part of the run that is selected; undefined where that is all of it. */
    readonly selected: Window | undefined;
    /** Whether numbers are those of that part. */
    readonly follows: boolean;
    readonly setFollows: (follows: boolean) => void;
    /** Selects all of the run. */
    readonly forget: () => void;
  };
  readonly follows: boolean;
  readonly setFollows: (on: boolean) => void;
  /** @returns whether there is such a row */
  readonly find: (text: string) => boolean;
  /** The export controls. */
  readonly exporting: ComponentChildren;
}

/** Controls of the contents and presentation of the trees. */
export function Toolbar(props: ToolbarProps) {
  const { mode, setMode, others, compared, setOther, hidesZero, setHidesZero, sorts, setSorts } = props;
  const { time, follows, setFollows, find, exporting } = props;
  return (
    <div class="bar">
      <label>
        Numbers
        <select
          value={mode}
          onChange={(event) => setMode(modes.find((one) => one === event.currentTarget.value) ?? mode)}
        >
          {modes
            .filter((one) => compared !== undefined || !comparing.includes(one))
            .map((one: Mode) => (
              <option key={one} value={one}>
                {modeTitles[one]}
              </option>
            ))}
        </select>
      </label>
      {others.length > 0 && (
        <label>
          Compare with
          <select value={compared?.id ?? ''} onChange={(event) => setOther(event.currentTarget.value)}>
            <option value="">nothing</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <input type="checkbox" checked={hidesZero} onChange={(event) => setHidesZero(event.currentTarget.checked)} />
        hide zero
      </label>
      <label>
        <input type="checkbox" checked={sorts} onChange={(event) => setSorts(event.currentTarget.checked)} />
        largest first
      </label>
      <SelectedTime time={time} isCompared={compared !== undefined} />
      <label title="Select the call paths of the line in the editor, and show the line of a selected call path">
        <input type="checkbox" checked={follows} onChange={(event) => setFollows(event.currentTarget.checked)} />
        follow line
      </label>
      <Find what="a property, call path or location" onFind={find} />
      {exporting}
    </div>
  );
}

/** The part of the run that is selected, where that is not all of it. */
function SelectedTime({ time, isCompared }: Pick<ToolbarProps, 'time'> & { readonly isCompared: boolean }) {
  if (time.selected === undefined) return null;
  return (
    <>
      <label title={isCompared ? 'Comparisons are of whole runs.' : undefined}>
        <input
          type="checkbox"
          disabled={isCompared}
          checked={time.follows}
          onChange={(event) => time.setFollows(event.currentTarget.checked)}
        />
        only {windowText(time.selected)}
      </label>
      <button onClick={time.forget}>Select Whole Run</button>
    </>
  );
}
