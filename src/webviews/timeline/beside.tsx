import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { duration } from '../../base/text.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { coloringByClass, NO_FUNCTIONS } from '../../pictures/timeline/coloring.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { Failed, Waiting } from '../kit/outcome.js';
import { Choice } from '../kit/choice.js';
import { type Alignment, shiftedView, shiftOf } from './alignment.js';
import { Picture, type Progress } from './picture.js';
import type { Cursor, ToldWait } from './run.js';
import type { Scene } from './scene.js';
import { useBundles } from './useBundles.js';
import { useRows } from './useRows.js';
import {
  type TimelineHost,
  type TimeView,
  useAt,
  useMarks,
  useRested,
  useUncertain,
  useRun,
  useSeen,
  useWorst,
} from './useTimeline.js';

interface BesideProps {
  readonly host: TimelineHost;
  readonly state: TimelineState;
  /** The view of the first experiment: this one is on the same scale. */
  readonly view: TimeView;
  /** What is chosen in the first experiment. */
  readonly first: ToldWait | undefined;
  readonly other: string;
  readonly name: string;
  readonly look: {
    readonly showsWaiting: boolean;
    readonly showsPath: boolean;
    readonly showsMessages: boolean;
    readonly setProgress: (progress: Progress) => void;
  };
  readonly tell: (sentence: string | undefined) => void;
}

/** Another experiment under the first one, on one scale: begun together, or with the worst waits at one place. */
export function Beside(props: BesideProps) {
  const { host, other, name } = props;
  const { outcome, run, functionNames, again } = useRun(host, other);
  if (outcome.is === 'failed') return <Failed sentence={outcome.sentence} again={again} />;
  if (outcome.is === 'asked') return <Waiting sentence={`Opening ${name}…`} />;
  if (run === undefined) return <Waiting sentence={outcome.head.missing ?? `${name} has no events.`} />;
  return <OtherPicture {...props} {...{ run, functionNames }} />;
}

type OtherProps = BesideProps & {
  readonly run: NonNullable<ReturnType<typeof useRun>['run']>;
  readonly functionNames: readonly string[];
};

function OtherPicture({ host, state, view, first, name, look, tell, run, functionNames }: OtherProps) {
  const [align, setAlign] = useState<Alignment>('start');
  const [cursor, setCursor] = useState<Cursor>();
  const rows = useRows(host, run);
  const property = state.selected?.property;
  // Numbers of call paths and locations are those of the first experiment.
  const selected = { experiment: run.experiment, ...(property === undefined ? {} : { property }) };
  const { wait } = useWorst(host, run, { selected, isFollowed: false });
  const shift = shiftOf(align, first, wait);
  const shifted = useMemo(() => shiftedView(view, shift, run.span), [view.shown, shift, run]);
  const { seen, seeRows } = useSeen(shifted.shown, rows.rows);
  const rested = useRested(seen);
  const marks = useMarks(host, run, rested);
  const uncertain = useUncertain(host, run);
  const scene = useRef<Scene>(undefined);
  const bundles = useBundles(host, run, { rested, marks, rows: rows.rows, width: scene.current?.plotWidth ?? 0 });
  const at = useAt(host, run, cursor, false);
  const coloring = useMemo(
    () => coloringByClass({ classes: run.classes, functions: NO_FUNCTIONS, nameOf: () => '' }, look.showsWaiting),
    [run, look.showsWaiting],
  );
  const sentence = at?.is === 'answered' ? at.head.sentence : at?.is === 'failed' ? at.sentence : undefined;
  useEffect(() => {
    if (sentence !== undefined) tell(`${name}: ${sentence}`);
  }, [sentence]);
  return (
    <>
      <div class="beside">
        <strong>{name}</strong>
        <span class="quiet">{duration(run.span.to - run.span.from)}</span>
        <Choice
          label="aligned at"
          value={align}
          options={[
            ['start', 'the start'],
            ['instance', 'the worst wait'],
          ]}
          choose={setAlign}
        />
      </div>
      <div class="picture other">
        <Picture
          {...{ host, run, coloring, functionNames, marks, bundles, uncertain, cursor, setCursor, seeRows }}
          found={(made) => (scene.current = made)}
          view={shifted}
          rows={rows.rows}
          opened={rows.opened}
          toggle={rows.toggle}
          order="time"
          chosen={cursor === undefined ? wait : undefined}
          marked={NOTHING}
          counters={NO_COUNTERS}
          showsPath={look.showsPath}
          showsMessages={look.showsMessages}
          setProgress={look.setProgress}
        />
      </div>
    </>
  );
}

const NOTHING: readonly Window[] = [];
const NO_COUNTERS = new Map<number, never>();
