import { useEffect, useRef, useState } from 'preact/hooks';
import { duration } from '../../base/text.js';
import { windowText } from '../../pictures/timeline/axis.js';
import { MOST_MESSAGES, messagesText } from '../../pictures/timeline/marks.js';
import type { TimelineState } from '../../protocol/pages/timeline.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { Keys } from './keysHelp.js';
import { actionOf, type KeyAction } from './keys.js';
import { Key } from './legendRow.js';
import { Picture } from './picture.js';
import type { Run, ToldWait } from './run.js';
import { type TimelineHost, useAt, useMarks, useRun, useWindow, useWorst } from './useTimeline.js';
import { WaitTable } from './waitTable.js';

type Props = PageProps<TimelineState, Parameters<TimelineHost['act']>[0]>;

/** When time is lost: the selected experiment at its worst wait. */
export function TimelinePage({ host, state }: Props) {
  const { experiment } = state;
  if (experiment === null)
    return (
      <p class="notice quiet" role="status">
        No experiment is selected. Analyze a program, or select one of the experiments, to see what it did when.
      </p>
    );
  return <OfExperiment key={experiment.id} host={host} state={state} id={experiment.id} name={experiment.name} />;
}

function OfExperiment({ host, state, id, name }: Props & { readonly id: string; readonly name: string }) {
  const { outcome, run, functionNames, again } = useRun(host, id);
  if (outcome.is === 'failed')
    return (
      <div class="notice problem" role="alert">
        <p>{outcome.sentence}</p>
        <button onClick={again}>Retry</button>
      </div>
    );
  if (outcome.is === 'asked')
    return (
      <p class="quiet" role="status">
        Opening {name}…
      </p>
    );
  if (run === undefined)
    return (
      <p class="notice quiet" role="status">
        {outcome.head.missing ?? 'This experiment has no events.'}
      </p>
    );
  return <Timeline host={host} state={state} run={run} name={name} functionNames={functionNames} />;
}

interface TimelineProps extends Props {
  readonly run: Run;
  readonly name: string;
  readonly functionNames: readonly string[];
}

const isShown = isOneOf(['yes', 'no'] as const);

function Timeline({ host, state, run, name, functionNames }: TimelineProps) {
  const view = useWindow(run);
  const worst = useWorst(host, run, state);
  const [cursor, setCursor] = useState<{ row: number; time: number }>();
  const [dropped, setDropped] = useState<ToldWait>();
  const [open, setOpen] = useState<'keys' | 'table'>();
  const [path, setPath] = useKept(host, 'path', 'yes', isShown);
  const [messages, setMessages] = useKept(host, 'messages', 'yes', isShown);
  const [isLoading, setLoading] = useState(false);
  const application = useRef<HTMLDivElement>(null);
  const marks = useMarks(host, run, view.shown);
  const at = useAt(host, run, cursor);
  const under = at?.is === 'answered' ? at.head : undefined;
  const found = worst.wait === dropped ? undefined : worst.wait;
  const chosen = cursor === undefined ? found : (under?.wait ?? undefined);

  // Where the worst wait is, the picture goes.
  useEffect(() => {
    const { wait } = worst;
    if (wait === undefined) return;
    view.around(wait);
    const { location, from, to } = wait;
    // What the person went to is selected in all views.
    if (worst.rank > 0) host.act({ do: 'select', experiment: run.experiment, instance: { location, from, to } });
  }, [worst.wait]);

  const openPlace = (place: ToldWait['place']): void => {
    if (place !== undefined) host.act({ do: 'open', experiment: run.experiment, place });
  };
  const goTo = (rank: number): void => {
    if (rank < 0) return;
    setCursor(undefined);
    setDropped(undefined);
    if (rank === worst.rank && worst.wait !== undefined) view.around(worst.wait);
    worst.setRank(rank);
  };
  const step = (by: number): void => {
    const time = cursor?.time ?? ((chosen?.from ?? view.shown.from) + (chosen?.to ?? view.shown.to)) / 2;
    const length = view.shown.to - view.shown.from;
    const next = Math.min(run.span.to, Math.max(run.span.from, time + (by * length) / 50));
    setCursor({ row: cursor?.row ?? run.rowOf.get(chosen?.location ?? -1) ?? 0, time: next });
    if (next < view.shown.from || next > view.shown.to) view.move(by / 2);
  };
  const row = (by: number): void => {
    const before = cursor ?? { row: run.rowOf.get(chosen?.location ?? -1) ?? 0, time: middle(chosen ?? view.shown) };
    setCursor({ ...before, row: Math.min(run.names.length - 1, Math.max(0, before.row + by)) });
  };
  const does: Readonly<Record<KeyAction, () => void>> = {
    zoomIn: () => view.zoom(0.7, cursor?.time),
    zoomOut: () => view.zoom(1 / 0.7, cursor?.time),
    earlier: () => view.move(-0.15),
    later: () => view.move(0.15),
    left: () => step(-1),
    right: () => step(1),
    up: () => row(-1),
    down: () => row(1),
    worst: () => goTo(worst.isNone ? 0 : worst.rank + 1),
    worse: () => goTo(worst.rank - 1),
    cause: () => openPlace(chosen?.cause?.place),
    line: () => openPlace(under?.place ?? chosen?.place),
    frame: () => chosen !== undefined && view.around(chosen),
    all: view.all,
    table: () => setOpen(open === 'table' ? undefined : 'table'),
    keys: () => setOpen(open === 'keys' ? undefined : 'keys'),
    leave: () => {
      if (open !== undefined) setOpen(undefined);
      else if (cursor !== undefined) setCursor(undefined);
      else setDropped(worst.wait);
    },
  };
  const keys = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    does[action]();
  };

  const drawn = marks === undefined ? 0 : Math.min(MOST_MESSAGES, marks.answer.columns.messageFrom.length);
  const omitted = marks === undefined ? undefined : messagesText(drawn, marks.answer.head.messages);
  const sentence = at?.is === 'failed' ? at.sentence : (under?.sentence ?? chosen?.sentence);
  return (
    <section class={isLoading ? 'timeline loading' : 'timeline'} onKeyDown={keys} aria-label={`Timeline of ${name}`}>
      <header>
        <strong>{name}</strong>
        <span class="quiet">
          {windowText(view.shown)} of {duration(run.span.to - run.span.from)}
        </span>
        <span class="space" />
        <label>
          <input
            type="checkbox"
            checked={path === 'yes'}
            onChange={({ currentTarget }) => setPath(currentTarget.checked ? 'yes' : 'no')}
          />
          critical path
        </label>
        <label>
          <input
            type="checkbox"
            checked={messages === 'yes'}
            onChange={({ currentTarget }) => setMessages(currentTarget.checked ? 'yes' : 'no')}
          />
          messages
        </label>
        <button class="plain link" onClick={does.table} aria-expanded={open === 'table'}>
          table t
        </button>
        <button class="plain link" onClick={does.keys} aria-expanded={open === 'keys'}>
          keys ?
        </button>
      </header>
      <div
        ref={application}
        class="picture"
        role="application"
        aria-roledescription="timeline"
        aria-label={`Timeline of ${name}, ${run.names.length} rows. Arrow keys move the cursor, N goes to the worst wait, C opens the line that caused it, question mark tells all keys.`}
        tabIndex={0}
      >
        <Picture
          {...{ host, run, functionNames, view, chosen, cursor, setCursor, setLoading }}
          marks={marks === undefined ? undefined : { window: marks.window, answer: marks.answer }}
          showsPath={path === 'yes'}
          showsMessages={messages === 'yes'}
        />
      </div>
      <footer>
        <p class="told" role="status" aria-live="polite">
          {sentence ?? (worst.isNone ? 'Nobody waits here.' : ' ')}
        </p>
        <p class="ways">
          {(under?.place ?? chosen?.place) !== undefined && (
            <button class="plain link" onClick={does.line}>
              line {(under?.place ?? chosen?.place)?.line} <kbd>Enter</kbd>
            </button>
          )}
          {chosen?.cause?.place !== undefined && (
            <button class="plain link" onClick={does.cause}>
              cause line {chosen.cause.place.line} <kbd>c</kbd>
            </button>
          )}
          <button class="plain link" onClick={does.worst}>
            next worst <kbd>n</kbd>
          </button>
          {omitted !== undefined && messages === 'yes' && <span class="quiet">{omitted}</span>}
          {run.missing !== undefined && <span class="quiet">{run.missing}</span>}
        </p>
      </footer>
      <Key />
      {open === 'keys' && <Keys close={does.keys} />}
      {open === 'table' && marks !== undefined && (
        <WaitTable
          {...{ run, functionNames }}
          answer={marks.answer}
          close={does.table}
          choose={(which) => {
            setCursor(which);
            view.around({ from: which.from, to: which.to });
          }}
        />
      )}
    </section>
  );
}

const middle = ({ from, to }: { readonly from: number; readonly to: number }): number => (from + to) / 2;
