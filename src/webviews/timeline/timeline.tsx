import { useEffect, useRef, useState } from 'preact/hooks';
import { duration, grouped } from '../../base/text.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { messageText } from '../../pictures/timeline/messages.js';
import { messagesText, omittedTexts } from '../../pictures/timeline/marks.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { actionsOf, type Panel, type Shown } from './actions.js';
import { Beside } from './nextTo.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { actionOf, Chords, type KeyAction } from './keys.js';
import { Key } from './legendRow.js';
import { Panels } from './panels.js';
import { Picture } from './picture.js';
import { NOTHING_ASKED, type Progress } from './pictureParts.js';
import { type MarksAnswer, whoIn } from './run.js';
import type { ShownBundles } from './useBundles.js';
import { type ShownTimeline, type TimelineProps, useShownTimeline } from './useShownTimeline.js';

type Does = Readonly<Record<KeyAction, () => void>>;

/** Common properties of the parts of the timeline. */
interface PartProps extends TimelineProps {
  readonly timeline: ShownTimeline;
  readonly does: Does;
}

/** Rows of calls over time, or over logical steps. */
export function Timeline(props: TimelineProps) {
  const { state, name, named } = props;
  const timeline = useShownTimeline(props);
  const [other, setOther] = useOther(state, timeline.look);
  const [progress, setProgress] = useState<Progress>(NOTHING_ASKED);
  const { look, colors, uncertain, finding, setMessage: tell } = timeline;
  const { isSteps } = look;
  const { application, open, shown } = usePanels(props, timeline);
  const does = actionsOf(shown);
  const keys = useKeys(does);
  const parts = { ...props, timeline, does };
  return (
    <section
      class={`timeline${progress.isLoading ? ' loading' : ''}${other === undefined ? '' : ' two'}`}
      onKeyDown={keys}
      aria-label={`Timeline of ${name}`}
    >
      <Head {...parts} {...{ other, setOther, open }} />
      {other !== undefined && other === state.predicted?.id && (
        <>
          <OtherTimeline {...parts} {...{ other, setProgress }} />
          <Measured {...props} />
        </>
      )}
      <div
        ref={application}
        class="picture"
        role="application"
        aria-roledescription="timeline"
        aria-label={`Timeline of ${name}, ${timeline.rows.rows.length} rows. Arrow keys move the cursor, N goes to the worst wait, C opens the line that caused it, question mark lists all keys.`}
        tabIndex={0}
      >
        <OwnPicture {...parts} setProgress={setProgress} />
      </div>
      {other !== undefined && other !== state.predicted?.id && <OtherTimeline {...parts} {...{ other, setProgress }} />}
      <Foot {...parts} progress={progress} />
      <Key
        coloring={colors.coloring}
        isSteps={isSteps}
        isUncertain={!isSteps && (uncertain?.location.length ?? 0) > 0}
      />
      <Panels {...{ open, shown, finding, functionNames: named.functionNames, name, tell }} />
    </section>
  );
}

/** Returns the experiment that is drawn with this one. A predicted run comes with critical paths, because they differ. */
function useOther({ predicted }: TimelineState, { setPath }: ShownTimeline['look']) {
  const [other, setOther] = useState<string>();
  useEffect(() => {
    if (predicted === undefined) return;
    setOther(predicted.id);
    setPath(true);
  }, [predicted?.turn]);
  return [other, setOther] as const;
}

/** The other experiment, on the same scale. */
function OtherTimeline({
  host,
  state,
  timeline,
  other,
  setProgress,
}: PartProps & { readonly other: string; readonly setProgress: (progress: Progress) => void }) {
  const { look, view, found, setMessage } = timeline;
  const { order, showsWaiting, showsPath, showsMessages } = look;
  return (
    <Beside
      key={other}
      {...{ host, view, other, order, first: found, state, tell: setMessage }}
      name={nameOf(state, other)}
      look={{ showsWaiting, showsPath, showsMessages, setProgress }}
    />
  );
}

/** Title of the measured run under a predicted one. */
function Measured({ name, run }: Pick<TimelineProps, 'name' | 'run'>) {
  return (
    <div class="beside">
      <strong>{`Measured: ${name}`}</strong>
      <span class="quiet">{duration(run.span.to - run.span.from)}</span>
    </div>
  );
}

/** Returns the open panels over the picture, and the target of keys. */
function usePanels({ host, run }: TimelineProps, timeline: ShownTimeline) {
  const [open, setOpen] = useState<Panel>();
  const application = useRef<HTMLDivElement>(null);
  useEffect(() => focusedWithTheView(application), []);
  const close = (): void => {
    setOpen(undefined);
    application.current?.focus();
  };
  const { look, view, rows, colors, worst, marks, bundles, marked, cursor, setCursor, chosen, interval } = timeline;
  const { selectTime, setDropped, setMessage, finding, scene, under } = timeline;
  const shown: Shown = {
    ...{ host, run, view, rows, colors, worst, marks, bundles, marked, cursor, setCursor, chosen, interval },
    ...{ isSteps: look.isSteps, setOrder: look.setOrder, selectTime, setDropped, open, setOpen, close },
    ...{ tell: setMessage, findNext: () => finding.next() },
    scene: scene.current,
    place: under?.place,
  };
  return { application, open, shown };
}

/** Does what keys are for. */
function useKeys(does: Does): (event: KeyboardEvent) => void {
  const chords = useRef(new Chords());
  return (event) => {
    if (chords.current.isSecond(event)) return;
    // In a list of choices letters choose.
    const action = event.target instanceof HTMLSelectElement && event.key !== 'Escape' ? undefined : actionOf(event);
    if (action === undefined || (event.target instanceof HTMLButtonElement && event.key === 'Enter')) return;
    event.preventDefault();
    does[action]();
  };
}

/** Controls of the contents and presentation. */
function Head({
  host,
  state,
  run,
  name,
  timeline: { look, view, rows, colors, selectedTime },
  does,
  other,
  setOther,
  open,
}: PartProps & {
  readonly other: string | undefined;
  readonly setOther: (id: string | undefined) => void;
  readonly open: Panel | undefined;
}) {
  const { order, setOrder, isSteps, showsWaiting, setWaiting, showsPath, setPath, showsMessages, setMessages } = look;
  const whole = isSteps ? `of ${grouped(view.span.to)}` : `of ${duration(run.span.to - run.span.from)}`;
  return (
    <Header
      {...{ name, colors, rows, order, setOrder, other, setOther, others: state.others, selectedTime }}
      window={`${windowText(view.shown, isSteps ? 'steps' : 'seconds')} ${whole}`}
      forgetTime={does.selectAllTime}
      hasSteps={run.steps !== undefined}
      waits={colors.by === 'class' ? showsWaiting : undefined}
      setWaits={setWaiting}
      path={showsPath}
      setPath={setPath}
      messages={showsMessages}
      setMessages={setMessages}
      follows={state.follows}
      setFollows={(on) => host.act({ do: 'follow', on })}
      {...{ find: does.find, table: does.table, exports: does.export, keys: does.keys }}
      open={open === 'find' ? undefined : open}
    />
  );
}

function OwnPicture({
  host,
  run,
  named,
  timeline,
  setProgress,
}: PartProps & { readonly setProgress: (progress: Progress) => void }) {
  const { look, view, rows, colors, marked, chosen, cursor, message, setCursor, counters, marks, bundles } = timeline;
  const { uncertain, seeRows, selectedTime, selectTime, steps, interval, scene } = timeline;
  const { order, showsPath, showsMessages } = look;
  return (
    <Picture
      {...{ host, run, view, order, showsPath, showsMessages, setProgress }}
      {...{
        chosen,
        cursor,
        message,
        setCursor,
        counters,
        marks,
        bundles,
        uncertain,
        seeRows,
        selectedTime,
        selectTime,
      }}
      functionNames={named.functionNames}
      coloring={colors.coloring}
      marked={marked.all}
      steps={steps?.columns}
      rows={rows.rows}
      opened={rows.opened}
      toggle={rows.toggle}
      under={interval}
      found={(made) => (scene.current = made)}
    />
  );
}

/** Returns the chosen item in words. */
function sentenceIn({ look, told, message, at, under, chosen }: ShownTimeline, run: TimelineProps['run']) {
  return (
    told ??
    (message === undefined ? undefined : messageText(message, whoIn(run))) ??
    (at?.is === 'failed' ? at.sentence : (under?.sentence ?? (look.isSteps ? undefined : chosen?.sentence)))
  );
}

/** Returns the items that are not drawn one by one: one text. */
function omittedIn({ look, steps, marks, bundles }: ShownTimeline): string | undefined {
  if (look.isSteps)
    return steps?.head.missing ?? messagesText(steps?.columns.messageFrom.length ?? 0, steps?.head.messages ?? 0);
  return !look.showsMessages || marks === undefined ? undefined : omittedOf(marks.answer, bundles);
}

/** The chosen item, and missing data. */
function Foot({
  run,
  named: { functionNames, functions },
  doubt,
  timeline,
  does,
  progress,
}: PartProps & { readonly progress: Progress }) {
  const { look, worst, colors, under, chosen, scene } = timeline;
  const node = under?.node;
  const region = node === undefined ? undefined : functions.region[node];
  return (
    <Footer
      sentence={sentenceIn(timeline, run) ?? (look.isSteps ? ' ' : worst.isNone ? 'No waiting here.' : ' ')}
      place={under?.place ?? chosen?.place}
      cause={chosen?.cause?.place}
      {...{ line: does.line, goToCause: does.cause, worst: does.worst, omitted: omittedIn(timeline) }}
      missing={[run.missing ?? progress.inexact, doubt].flatMap((one) => one ?? [])}
      failure={progress.failure}
      retry={() => scene.current?.retry()}
      focus={region === undefined ? undefined : () => colors.focusOn({ region, own: false })}
      focusName={node === undefined ? undefined : functionNames[node]}
    />
  );
}

/** Returns the items that are not drawn one by one in order of time: one text. */
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

/** Applies keys to the picture if the view has the focus and none of its elements does. @returns ends that */
function focusedWithTheView(picture: { readonly current: HTMLElement | null }): () => void {
  const focus = (): void => {
    if (document.activeElement === null || document.activeElement === document.body) picture.current?.focus();
  };
  if (document.hasFocus()) focus();
  window.addEventListener('focus', focus);
  return () => window.removeEventListener('focus', focus);
}

const nameOf = ({ others }: TimelineState, id: string): string => others.find((one) => one.id === id)?.name ?? id;
