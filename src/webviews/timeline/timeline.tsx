import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { duration, grouped } from '../../base/text.js';
import { windowIn } from '../../model/selection.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { type Window, windowWithin } from '../../pictures/timeline/frame.js';
import { type Message, messageText } from '../../pictures/timeline/messages.js';
import { messagesText, omittedTexts } from '../../pictures/timeline/marks.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { actionsOf, intervalAt, type Panel, type Shown } from './actions.js';
import { Beside } from './nextTo.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { actionOf, Chords } from './keys.js';
import { Key } from './legendRow.js';
import { Panels } from './panels.js';
import { NOTHING_ASKED, Picture, type Progress } from './picture.js';
import { type Cursor, type MarksAnswer, type Run, type ShownWait, whoIn } from './run.js';
import { type ShownBundles, useBundles } from './useBundles.js';
import type { Scene } from './scene.js';
import { useColoring } from './useColoring.js';
import { useFind } from './useFind.js';
import { useMarked } from './useMarked.js';
import { openedLocations, singleLocations, useRows } from './useRows.js';
import {
  type Named,
  type TimelineHost,
  useAt,
  useCounters,
  useMarks,
  useRested,
  useUncertain,
  useSeen,
  useSelected,
  selectWait,
  useStepMarks,
  useWindow,
  useWorst,
} from './useTimeline.js';

export interface TimelineProps extends PageProps<TimelineState, Parameters<TimelineHost['act']>[0]> {
  readonly run: Run;
  readonly name: string;
  readonly named: Named;
  /** What makes its numbers doubtful. */
  readonly doubt: string | undefined;
}

const isShown = isOneOf(['yes', 'no'] as const);
const isOrder = isOneOf(['time', 'logical'] as const);

export function Timeline({ host, state, run, name, named, doubt }: TimelineProps) {
  const { functionNames, functions } = named;
  const [wantedOrder, setOrder] = useKept(host, 'order', 'time', isOrder);
  const order = run.steps === undefined ? 'time' : wantedOrder;
  const isSteps = order === 'logical';
  const view = useWindow(isSteps && run.steps !== undefined ? run.steps : run.span);
  const worst = useWorst(host, run, state);
  const rows = useRows(host, run);
  const [waits, setWaits] = useKept(host, 'waits', 'yes', isShown);
  const showsWaiting = waits === 'yes';
  const colors = useColoring(host, run, { ...named, nodes: state.selected?.nodes, showsWaiting, isSteps });
  const [pointer, setPointer] = useState<{
    readonly cursor?: Cursor | undefined;
    readonly message?: Message | undefined;
  }>({});
  const { cursor, message } = pointer;
  const setCursor = (next: Cursor | undefined, along?: Message): void => setPointer({ cursor: next, message: along });
  const [dropped, setDropped] = useState<ShownWait>();
  const [open, setOpen] = useState<Panel>();
  const [path, setPath] = useKept(host, 'path', 'yes', isShown);
  const [messages, setMessages] = useKept(host, 'messages', 'yes', isShown);
  const [other, setOther] = useState<string>();
  const [progress, setProgress] = useState<Progress>(NOTHING_ASKED);
  const [told, setMessage] = useState<string>();
  const application = useRef<HTMLDivElement>(null);
  const chords = useRef(new Chords());
  const scene = useRef<Scene>(undefined);
  const { seen, seeRows } = useSeen(view.shown, rows.rows);
  const rested = useRested(seen);
  const marks = useMarks(host, run, isSteps ? undefined : rested);
  const plotWidth = scene.current?.plotWidth ?? 0;
  const bundles = useBundles(host, run, {
    ...{ marks, rows: rows.rows, width: plotWidth },
    rested: isSteps || messages === 'no' ? undefined : rested,
  });
  const singles = useMemo(() => singleLocations(rows.rows), [rows.rows]);
  const steps = useStepMarks(host, run, isSteps && messages === 'yes' ? rested : undefined, singles);
  const at = useAt(host, run, cursor, isSteps);
  const under = at?.is === 'answered' ? at.head : undefined;
  const found = worst.wait === dropped ? undefined : worst.wait;
  const chosen = cursor === undefined ? found : (under?.wait ?? undefined);
  const uncertain = useUncertain(host, run);
  const marked = useMarked(host, run);
  const counters = useCounters(host, run, openedLocations(rows));
  const interval = cursor === undefined || isSteps ? undefined : intervalAt(scene.current, rows.rowOf, cursor);
  const goToCall = (call: { location: number; from: number; to: number }): void => {
    rows.show(call.location);
    if (isSteps) setOrder('time');
    setCursor({ location: call.location, time: (call.from + call.to) / 2 });
    const isSeen = call.from >= view.shown.from && call.to <= view.shown.to;
    if (!isSeen && !isSteps) view.around(call);
  };
  const finding = useFind(host, run, { ...named, goToCall, tell: setMessage });

  // A part of the run that is selected, such as an iteration, is what is shown, whatever is worst in it.
  const selectedTime = windowIn(state.selected);
  const window = state.selected?.instance === undefined ? selectedTime : undefined;
  const isWindow = window !== undefined;
  const ownTime = useRef<Window>(undefined);
  const shownAbout = useRef<string>(undefined);
  useEffect(() => {
    const isOwn = window !== undefined && ownTime.current?.from === window.from && ownTime.current.to === window.to;
    if (window !== undefined && !isOwn && !isSteps && !state.isFollowed) view.set(window);
  }, [window?.from, window?.to, order]);
  const selectTime = (time: Window | undefined): void => {
    if (time !== undefined && !(time.from < time.to)) return;
    ownTime.current = time;
    setMessage(time === undefined ? 'The whole run is selected.' : `Selected ${windowText(time)} in all views.`);
    host.act({ do: 'selectWindow', experiment: run.experiment, window: time === undefined ? null : { ...time } });
  };

  const about = aboutOf(state, order);
  const visibleTurn = useRef(0);
  // What a link shows is seen first, wherever the worst wait of its selection is.
  useEffect(() => {
    const { visible } = state;
    if (visible === undefined || visible.turn === visibleTurn.current) return;
    if (isSteps) setOrder('time');
    else {
      visibleTurn.current = visible.turn;
      shownAbout.current = about;
      setCursor(undefined);
      view.set(windowWithin(run.span, visible));
    }
  }, [state.visible?.turn, order]);

  // Where the worst wait is, the picture goes.
  useEffect(() => {
    const { wait } = worst;
    if (wait === undefined || isSteps) return;
    // Where only the time that is selected has changed here, the picture stays.
    if (worst.isGoneTo || (!isWindow && about !== shownAbout.current)) view.around(wait);
    shownAbout.current = about;
    // What the person went to is selected in all views.
    if (worst.isGoneTo) host.act(selectWait(run, wait));
  }, [worst.wait, order]);
  useSelected(host, run, cursor, isSteps ? undefined : under);
  useEffect(() => setCursor(undefined), [order]);
  useEffect(() => setMessage(undefined), [cursor, worst.wait, order]);
  useEffect(() => focusedWithTheView(application), []);

  const close = (): void => {
    setOpen(undefined);
    application.current?.focus();
  };
  const shown: Shown = {
    ...{
      host,
      run,
      view,
      rows,
      colors,
      worst,
      marks,
      bundles,
      marked,
      isSteps,
      setOrder,
      cursor,
      setCursor,
      chosen,
      interval,
    },
    ...{ selectTime, setDropped, open, setOpen, close, tell: setMessage, findNext: () => finding.next() },
    scene: scene.current,
    place: under?.place,
  };
  const does = actionsOf(shown);
  const keys = (event: KeyboardEvent): void => {
    if (chords.current.isSecond(event)) return;
    // In a list of choices letters choose.
    const action = event.target instanceof HTMLSelectElement && event.key !== 'Escape' ? undefined : actionOf(event);
    if (action === undefined || (event.target instanceof HTMLButtonElement && event.key === 'Enter')) return;
    event.preventDefault();
    does[action]();
  };

  const omitted = isSteps
    ? (steps?.head.missing ?? messagesText(steps?.columns.messageFrom.length ?? 0, steps?.head.messages ?? 0))
    : messages === 'no' || marks === undefined
      ? undefined
      : omittedOf(marks.answer, bundles);
  const sentence =
    told ??
    (message === undefined ? undefined : messageText(message, whoIn(run))) ??
    (at?.is === 'failed' ? at.sentence : (under?.sentence ?? (isSteps ? undefined : chosen?.sentence)));
  const node = under?.node;
  const region = node === undefined ? undefined : functions.region[node];
  const whole = isSteps ? `of ${grouped(view.span.to)}` : `of ${duration(run.span.to - run.span.from)}`;
  const look = {
    ...{ host, functionNames, coloring: colors.coloring, marked: marked.all, setProgress },
    ...{ showsWaiting, showsPath: path === 'yes', showsMessages: messages === 'yes' },
  };
  return (
    <section
      class={progress.isLoading ? 'timeline loading' : 'timeline'}
      onKeyDown={keys}
      aria-label={`Timeline of ${name}`}
    >
      <Header
        {...{ name, colors, rows, order, setOrder, other, setOther, others: state.others }}
        window={`${windowText(view.shown, isSteps ? 'steps' : 'seconds')} ${whole}`}
        selectedTime={selectedTime}
        forgetTime={does.selectAllTime}
        hasSteps={run.steps !== undefined}
        waits={colors.by === 'class' ? showsWaiting : undefined}
        setWaits={(shows) => setWaits(shows ? 'yes' : 'no')}
        path={path === 'yes'}
        setPath={(shows) => setPath(shows ? 'yes' : 'no')}
        messages={messages === 'yes'}
        setMessages={(shows) => setMessages(shows ? 'yes' : 'no')}
        follows={state.follows}
        setFollows={(on) => host.act({ do: 'follow', on })}
        {...{ find: does.find, table: does.table, exports: does.export, keys: does.keys }}
        open={open === 'find' ? undefined : open}
      />
      <div
        ref={application}
        class="picture"
        role="application"
        aria-roledescription="timeline"
        aria-label={`Timeline of ${name}, ${rows.rows.length} rows. Arrow keys move the cursor, N goes to the worst wait, C opens the line that caused it, question mark lists all keys.`}
        tabIndex={0}
      >
        <Picture
          {...look}
          {...{
            run,
            view,
            chosen,
            cursor,
            message,
            setCursor,
            order,
            counters,
            marks,
            bundles,
            uncertain,
            seeRows,
            selectedTime,
            selectTime,
          }}
          steps={steps?.columns}
          rows={rows.rows}
          opened={rows.opened}
          toggle={rows.toggle}
          under={interval}
          found={(made) => (scene.current = made)}
        />
      </div>
      {other !== undefined && (
        <Beside
          key={other}
          {...{ host, view, other, order, first: found, state }}
          name={nameOf(state, other)}
          look={look}
          tell={setMessage}
        />
      )}
      <Footer
        sentence={sentence ?? (isSteps ? ' ' : worst.isNone ? 'No waiting here.' : ' ')}
        place={under?.place ?? chosen?.place}
        cause={chosen?.cause?.place}
        {...{ line: does.line, goToCause: does.cause, worst: does.worst, omitted }}
        missing={[run.missing ?? progress.inexact, doubt].flatMap((one) => one ?? [])}
        failure={progress.failure}
        retry={() => scene.current?.retry()}
        focus={region === undefined ? undefined : () => colors.focusOn({ region, own: false })}
        focusName={node === undefined ? undefined : functionNames[node]}
      />
      <Key
        coloring={colors.coloring}
        isSteps={isSteps}
        isUncertain={!isSteps && (uncertain?.location.length ?? 0) > 0}
      />
      <Panels {...{ open, shown, finding, functionNames, name, tell: setMessage }} />
    </section>
  );
}

/** What is not drawn one by one in order of time: one text. */
function omittedOf(marks: MarksAnswer, bundles: ShownBundles | undefined): string | undefined {
  const { head, columns } = marks;
  const { answer } = bundles?.marks === marks ? bundles : {};
  const messages =
    answer === undefined
      ? { drawn: columns.messageFrom.length, all: head.messages }
      : {
          ...{ drawn: answer.head.single, all: answer.head.messages },
          bundled: { bundles: answer.columns.count.length, omitted: answer.head.omitted },
        };
  const texts = omittedTexts(messages, head.collectives);
  return texts.length === 0 ? undefined : texts.join('; ');
}

/** Where the view gets the focus and nothing in it has, keys act on the picture. @returns ends that */
function focusedWithTheView(picture: { readonly current: HTMLElement | null }): () => void {
  const focus = (): void => {
    if (document.activeElement === null || document.activeElement === document.body) picture.current?.focus();
  };
  if (document.hasFocus()) focus();
  window.addEventListener('focus', focus);
  return () => window.removeEventListener('focus', focus);
}

/** What the worst wait depends on, but for the part of the run. */
function aboutOf({ selected }: TimelineState, order: 'time' | 'logical'): string {
  const { property, nodes, locations, instance } = selected ?? {};
  return JSON.stringify([property, nodes, locations, instance, order]);
}

const nameOf = ({ others }: TimelineState, id: string): string => others.find((one) => one.id === id)?.name ?? id;
