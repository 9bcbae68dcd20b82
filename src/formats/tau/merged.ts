/**
 * Merged profiles (`tauprofile.xml`): a document for each thread and some for sums over them, one after the other with
 * zero bytes between. Sums are not read, since they follow from the threads.
 */
import { SaxesParser } from 'saxes';
import { TrimtabError } from '../../base/problem.js';
import { groupsOf } from './textProfile.js';
import type { TauThread, TauTrial } from './trial.js';

const ROOT = '<profile_xml>';
const END = '</profile_xml>';

export const isMerged = (head: string): boolean => head.trimStart().startsWith(ROOT);

/** What identifiers of one document, or of all of them, stand for. */
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

class MergedReader {
  private readonly shared = none();
  /** By the thread that the definitions are for. */
  private readonly own = new Map<string, Definitions>();
  private readonly threads = new Map<string, TauThread>();

  constructor(private readonly trial: TauTrial) {}

  /** What was wrong with a document. */
  read(document: string): string | undefined {
    const parser = new SaxesParser({ xmlns: false as const });
    const visit = new DocumentVisit(this.trial, this.threads, (thread) => this.definitions(thread));
    let problem: string | undefined;
    parser.on('error', ({ message }) => (problem ??= message));
    parser.on('opentag', ({ name, attributes }) => visit.open(name, attributes));
    parser.on('text', (piece) => visit.add(piece));
    parser.on('cdata', (piece) => visit.add(piece));
    parser.on('closetag', ({ name }) => visit.close(name));
    // What stands in texts as it may not would otherwise end the document.
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

/** What is open while a document is gone through. */
class DocumentVisit {
  private content = '';
  private definitions = none();
  private thread: TauThread | undefined;
  private id = '';
  private name = '';
  private group = '';
  private metrics: readonly string[] = [];

  constructor(
    private readonly trial: TauTrial,
    private readonly threads: Map<string, TauThread>,
    private readonly definitionsFor: (thread: string) => Definitions,
  ) {}

  open(element: string, attributes: Attributes): void {
    this.content = '';
    if (element === 'definitions') this.definitions = this.definitionsFor(attributes.thread ?? '*');
    else if (element === 'thread') this.openThread(attributes);
    else if (element === 'profile') {
      this.thread = this.threads.get(attributes.thread ?? '');
      this.definitions = this.definitionsFor(attributes.thread ?? '*');
    } else if (element === 'interval_data') this.metrics = words(attributes.metrics ?? '');
    else if (element === 'event' || element === 'userevent' || element === 'metric') {
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
        if (this.thread !== undefined) trial.fact(this.thread.metadata, this.name, content);
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
    this.thread = this.trial.thread(index(n), index(c), index(t));
    this.threads.set(id, this.thread);
  }

  private readTimer([id = '', calls, children, ...values]: readonly string[]): void {
    const timer = numberOf(this.definitions, 'timers', id);
    if (this.thread === undefined || timer === undefined) return;
    this.metrics.forEach((name, at) => {
      const metric = numberOf(this.definitions, 'metrics', name);
      const [own, whole] = [Number(values[2 * at]), Number(values[2 * at + 1])];
      if (this.thread === undefined || metric === undefined || values[2 * at + 1] === undefined) return;
      this.trial.add(this.thread, timer, metric, Number(calls), Number(children), own, whole);
    });
  }

  private readEvent([id = '', ...values]: readonly string[]): void {
    const event = numberOf(this.definitions, 'events', id);
    const [count = NaN, max = NaN, min = NaN, mean = NaN, sumOfSquares = NaN] = values.map(Number);
    if (this.thread === undefined || event === undefined || values.length < 5) return;
    this.trial.addEvent(this.thread, event, { count, max, min, mean, sumOfSquares });
  }
}

const words = (line: string): string[] => line.split(/\s+/).filter((word) => word !== '');

const index = (number: number | undefined): number =>
  Number.isSafeInteger(number) && (number ?? -1) >= 0 ? (number ?? 0) : 0;
