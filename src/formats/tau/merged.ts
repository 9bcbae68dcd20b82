/**
 * Merged profiles (`tauprofile.xml`): a document for each thread and some for sums over them, one after the other with
 * zero bytes between. Sums are not read, since they follow from the threads. Snapshots (`snapshot.0.0.0`) have a document
 * for each moment of a thread, with all that it had until then: the last one counts.
 */
import { SaxesParser } from 'saxes';
import { TrimtabError } from '../../base/problem.js';
import { groupsOf } from './textProfile.js';
import { TauRows } from './rows.js';
import type { TauMoment, TauThread, TauTrial } from './trial.js';

const ROOT = '<profile_xml>';
const END = '</profile_xml>';

export const isMerged = (head: string): boolean => head.trimStart().startsWith(ROOT);

/** Meaning of identifiers in one document, or in all of them. */
interface Definitions {
  readonly metrics: Map<string, number>;
  readonly timers: Map<string, number>;
  readonly events: Map<string, number>;
  /** Those of all threads, which a thread's own come before. */
  readonly shared?: Definitions;
}

const none = (): Definitions => ({ metrics: new Map(), timers: new Map(), events: new Map() });

const numberOf = (definitions: Definitions, kind: 'metrics' | 'timers' | 'events', id: string): number | undefined =>
  definitions[kind].get(id) ?? definitions.shared?.[kind].get(id);

/**
 * Reads a merged profile into the trial.
 * @param name what to call it in messages
 * @throws TrimtabError when nothing of it can be read
 */
export function readMerged(text: string, name: string, trial: TauTrial): void {
  const reader = new MergedReader(trial);
  try {
    readDocuments(text, name, trial, reader);
  } finally {
    reader.settle();
  }
}

function readDocuments(text: string, name: string, trial: TauTrial, reader: MergedReader): void {
  for (let at = text.indexOf(ROOT); at >= 0;) {
    const end = text.indexOf(END, at);
    const next = end < 0 ? text.length : end + END.length;
    const problem = end < 0 ? 'it ends within a document' : reader.read(text.slice(at, next));
    if (problem !== undefined) {
      const sentence = `${name} is not readable to its end: ${problem}`;
      if (trial.threads.length === 0) throw new TrimtabError(`${sentence}; merge the profiles again.`);
      trial.warnings.push(`${sentence}; what was read before is shown.`);
      return;
    }
    at = text.indexOf(ROOT, next);
  }
}

/** A thread with what was read of it, in the order of the file. */
interface MomentsOfThread {
  readonly thread: TauThread;
  readonly moments: TauMoment[];
}

/** Maximum number of snapshots of a thread that are distinguished. */
const MOST_MOMENTS = 10_000;
/** Fact of a thread: when it began to be measured, in microseconds, as moments are. */
const BEGIN = 'Starting Timestamp';

function settle(thread: TauThread, moments: readonly TauMoment[]): void {
  const [only] = moments;
  if (only === undefined) return;
  if (moments.length === 1) {
    thread.rows = only.rows;
    thread.events = only.events;
  } else for (const moment of moments) update(thread, moment);
  thread.moments.push(...moments);
}

/** For each timer and event, newer values replace older ones: values missing in a snapshot are unchanged. */
function update(known: Pick<TauMoment, 'rows' | 'events'>, { rows, events }: TauMoment): void {
  known.rows.replace(rows);
  for (const [event, statistics] of events) known.events.set(event, statistics);
}

/** Frees one entry: the last two become the state at the second. */
function joinLast(moments: TauMoment[]): void {
  const [last, before] = [moments.pop(), moments.pop()];
  if (last === undefined || before === undefined) return;
  update(before, last);
  moments.push({ ...last, rows: before.rows, events: before.events });
}

class MergedReader {
  private readonly shared = none();
  /** By the thread that the definitions are for. */
  private readonly own = new Map<string, Definitions>();
  private readonly threads = new Map<string, MomentsOfThread>();

  constructor(private readonly trial: TauTrial) {}

  /** When all was read: what threads have at the end. */
  settle(): void {
    for (const { thread, moments } of this.threads.values()) settle(thread, moments);
  }

  /** Reads a document. @returns its error */
  read(document: string): string | undefined {
    const parser = new SaxesParser({ xmlns: false as const });
    const visit = new DocumentVisit(this.trial, this.threads, (thread) => this.definitions(thread));
    let problem: string | undefined;
    parser.on('error', ({ message }) => (problem ??= message));
    parser.on('opentag', ({ name, attributes }) => visit.open(name, attributes));
    parser.on('text', (piece) => visit.add(piece));
    parser.on('cdata', (piece) => visit.add(piece));
    parser.on('closetag', ({ name }) => visit.close(name));
    // Invalid characters in texts would otherwise end the document.
    parser.write(document.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g, '&amp;')).close();
    return problem;
  }

  private definitions(thread: string): Definitions {
    if (thread === '*' || thread === '') return this.shared;
    const own = this.own.get(thread) ?? { ...none(), shared: this.shared };
    this.own.set(thread, own);
    return own;
  }
}

type Attributes = Readonly<Partial<Record<string, string>>>;

/** Open elements during the traversal of a document. */
class DocumentVisit {
  private content = '';
  private definitions = none();
  private thread: MomentsOfThread | undefined;
  private moment: TauMoment | undefined;
  private timestamp = '';
  private id = '';
  private name = '';
  private group = '';
  private metrics: readonly string[] = [];

  constructor(
    private readonly trial: TauTrial,
    private readonly threads: Map<string, MomentsOfThread>,
    private readonly definitionsFor: (thread: string) => Definitions,
  ) {}

  open(element: string, attributes: Attributes): void {
    this.content = '';
    if (element === 'definitions') this.definitions = this.definitionsFor(attributes.thread ?? '*');
    else if (element === 'thread') this.openThread(attributes);
    else if (element === 'profile') {
      this.thread = this.threads.get(attributes.thread ?? '');
      this.definitions = this.definitionsFor(attributes.thread ?? '*');
      this.name = this.timestamp = '';
      this.moment = undefined;
    } else if (element === 'interval_data' || element === 'atomic_data') {
      this.moment ??= this.newMoment();
      this.metrics = words(attributes.metrics ?? '');
    } else if (element === 'event' || element === 'userevent' || element === 'metric') {
      this.id = attributes.id ?? '';
      this.name = this.group = '';
    }
  }

  add(piece: string): void {
    this.content += piece;
  }

  close(element: string): void {
    const { content, trial } = this;
    this.content = '';
    switch (element) {
      case 'name':
        this.name = content;
        break;
      case 'group':
        this.group = content;
        break;
      case 'value':
        if (this.thread !== undefined) trial.fact(this.thread.thread.metadata, this.name, content);
        break;
      case 'timestamp':
        this.timestamp = content;
        break;
      case 'metric':
        this.definitions.metrics.set(this.id, trial.metric(this.name.trim()));
        break;
      case 'event':
        this.definitions.timers.set(this.id, trial.timer(this.name, groupsOf(this.group)));
        break;
      case 'userevent':
        this.definitions.events.set(this.id, trial.event(this.name));
        break;
      case 'interval_data':
        for (const line of content.split('\n')) this.readTimer(words(line));
        break;
      case 'atomic_data':
        for (const line of content.split('\n')) this.readEvent(words(line));
    }
  }

  private openThread({ id = '', node, context, thread }: Attributes): void {
    const [n, c, t] = [node, context, thread].map(Number);
    this.thread = this.threads.get(id) ?? { thread: this.trial.thread(index(n), index(c), index(t)), moments: [] };
    this.threads.set(id, this.thread);
  }

  private newMoment(): TauMoment | undefined {
    if (this.thread === undefined) return undefined;
    const { thread, moments } = this.thread;
    const began = thread.metadata.get(BEGIN);
    const microseconds = Number(this.timestamp) - Number(began);
    const isKnown = began !== undefined && this.timestamp !== '' && microseconds >= 0 && Number.isFinite(microseconds);
    const moment: TauMoment = {
      name: this.name.trim(),
      time: isKnown ? microseconds * 1e-6 : undefined,
      rows: new TauRows(),
      events: new Map(),
    };
    if (moments.length >= MOST_MOMENTS) joinLast(moments);
    moments.push(moment);
    return moment;
  }

  private readTimer([id = '', calls, children, ...values]: readonly string[]): void {
    const timer = numberOf(this.definitions, 'timers', id);
    const { moment } = this;
    if (moment === undefined || timer === undefined) return;
    this.metrics.forEach((name, at) => {
      const metric = numberOf(this.definitions, 'metrics', name);
      const [own, whole] = [Number(values[2 * at]), Number(values[2 * at + 1])];
      if (metric === undefined || values[2 * at + 1] === undefined) return;
      this.trial.add(moment, timer, metric, Number(calls), Number(children), own, whole);
    });
  }

  private readEvent([id = '', ...values]: readonly string[]): void {
    const event = numberOf(this.definitions, 'events', id);
    const [count = NaN, max = NaN, min = NaN, mean = NaN, sumOfSquares = NaN] = values.map(Number);
    if (this.moment === undefined || event === undefined || values.length < 5) return;
    this.trial.addEvent(this.moment, event, { count, max, min, mean, sumOfSquares });
  }
}

const words = (line: string): string[] => line.split(/\s+/).filter((word) => word !== '');

const index = (number: number | undefined): number =>
  Number.isSafeInteger(number) && (number ?? -1) >= 0 ? (number ?? 0) : 0;
