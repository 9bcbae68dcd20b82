import { present } from '../../base/present.js';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted, duration } from '../../base/text.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { coloringByClass, coloringByLateness, NO_FUNCTIONS } from '../../pictures/timeline/coloring.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { Failed, Waiting } from '../kit/outcome.js';
import { Choice } from '../kit/choice.js';
import { type Alignment, shiftedView, shiftOf } from './alignment.js';
import { Picture } from './picture.js';
import type { Progress } from './pictureParts.js';
import type { Cursor, ShownWait } from './run.js';
import type { Scene } from './scene.js';
import { useBundles } from './useBundles.js';
import { openedLocations, singleLocations, useRows } from './useRows.js';
import {
  type TimelineHost,
  type TimeView,
  useAt,
  useCounters,
  useMarks,
  useRested,
  useUncertain,
  useRun,
  useSeen,
  useStepMarks,
  useWorst,
} from './useTimeline.js';

interface NextToProps {
  readonly host: TimelineHost;
  readonly state: TimelineState;
  /** The view of the first experiment: this one is on the same scale. */
  readonly view: TimeView;
  /** The chosen wait in the first experiment. */
  readonly first: ShownWait | undefined;
  readonly other: string;
  readonly name: string;
  /** Common order of both. */
  readonly order: 'time' | 'logical';
  readonly look: {
    readonly showsWaiting: boolean;
    readonly showsPath: boolean;
    readonly showsMessages: boolean;
    readonly setProgress: (progress: Progress) => void;
  };
  readonly tell: (sentence: string | undefined) => void;
}

/** Another experiment under the first one, on one scale: begun together, or (in order of time) with the worst waits at one place. */
export function Beside(props: NextToProps) {
  const { host, other, name, order } = props;
  const { outcome, run, functionNames, again } = useRun(host, other);
  if (outcome.is === 'failed') return <Failed sentence={outcome.sentence} again={again} />;
  if (outcome.is === 'asked') return <Waiting sentence={`Opening ${name}…`} />;
  if (run === undefined) return <Waiting sentence={outcome.head.missing ?? `${name} has no events.`} />;
  if (order === 'logical' && run.steps === undefined)
    return <Waiting sentence={`${name} has no logical order: nothing is communicated in it.`} />;
  return <OtherPicture key={order} {...props} {...{ run, functionNames }} />;
}

type OtherProps = NextToProps & {
  readonly run: NonNullable<ReturnType<typeof useRun>['run']>;
  readonly functionNames: readonly string[];
};

function OtherPicture({ host, state, view, first, name, order, look, tell, run, functionNames }: OtherProps) {
  const isSteps = order === 'logical';
  const span = isSteps && run.steps !== undefined ? run.steps : run.span;
  const [align, setAlign] = useState<Alignment>('start');
  const [cursor, setCursor] = useState<Cursor>();
  const rows = useRows(host, run);
  const property = state.selected?.property;
  // Numbers of call paths and locations are those of the first experiment.
  const selected = { experiment: run.experiment, ...present({ property }) };
  const { wait } = useWorst(host, run, { selected, isFollowed: false });
  const shift = isSteps ? 0 : shiftOf(align, first, wait);
  const shifted = useMemo(() => shiftedView(view, shift, span), [view.shown, shift, span]);
  const { seen, seeRows } = useSeen(shifted.shown, rows.rows);
  const rested = useRested(seen);
  const marks = useMarks(host, run, isSteps ? undefined : rested);
  const singles = useMemo(() => singleLocations(rows.rows), [rows.rows]);
  const steps = useStepMarks(host, run, isSteps && look.showsMessages ? rested : undefined, singles);
  const counters = useCounters(host, run, openedLocations(rows));
  const uncertain = useUncertain(host, run);
  const scene = useRef<Scene>(undefined);
  const bundles = useBundles(host, run, { rested, marks, rows: rows.rows, width: scene.current?.plotWidth ?? 0 });
  const at = useAt(host, run, cursor, isSteps);
  const coloring = useMemo(() => {
    const colored = { classes: run.classes, functions: NO_FUNCTIONS, nameOf: () => '' };
    return isSteps ? coloringByLateness(colored, run.latest) : coloringByClass(colored, look.showsWaiting);
  }, [run, isSteps, look.showsWaiting]);
  const sentence = at?.is === 'answered' ? at.head.sentence : at?.is === 'failed' ? at.sentence : undefined;
  useEffect(() => {
    if (sentence !== undefined) tell(`${name}: ${sentence}`);
  }, [sentence]);
  return (
    <>
      <Title {...{ name, order, span, align, setAlign }} />
      <div class="picture other">
        <Picture
          {...{ host, run, coloring, functionNames, marks, bundles, uncertain, cursor, setCursor, seeRows }}
          found={(made) => (scene.current = made)}
          view={shifted}
          rows={rows.rows}
          opened={rows.opened}
          toggle={rows.toggle}
          steps={steps?.columns}
          order={order}
          chosen={cursor === undefined && !isSteps ? wait : undefined}
          marked={NOTHING}
          counters={counters}
          showsPath={look.showsPath}
          showsMessages={look.showsMessages}
          setProgress={look.setProgress}
        />
      </div>
    </>
  );
}

interface TitleProps extends Pick<NextToProps, 'name' | 'order'> {
  readonly span: Window;
  readonly align: Alignment;
  readonly setAlign: (align: Alignment) => void;
}

/** Title, duration and (in order of time) alignment. */
function Title({ name, order, span, align, setAlign }: TitleProps) {
  const isSteps = order === 'logical';
  return (
    <div class="beside">
      <strong>{name}</strong>
      <span class="quiet">{isSteps ? counted(span.to, 'step') : duration(span.to - span.from)}</span>
      {!isSteps && (
        <Choice
          label="aligned at"
          value={align}
          options={[
            ['start', 'the start'],
            ['instance', 'the worst wait'],
          ]}
          choose={setAlign}
        />
      )}
    </div>
  );
}

const NOTHING: readonly Window[] = [];
