import { plainName } from '../../base/plainText.js';
import type { StackProfile } from '../stacks/stackProfile.js';
import { numbersOf } from './message.js';
import type { StringTable } from './stringTable.js';
import type { MessageReader } from './wire.js';

/** Bytes of the longest label that names a process or a thread. */
const LONGEST_KEY = 'process_id'.length;

interface Labels {
  readonly process?: string;
  readonly thread?: string;
}

const NONE: Labels = {};

/** Threads by the labels that profilers commonly give: the format has no field for them. */
export class Threads {
  private readonly thread: ReadonlySet<number>;
  private readonly process: ReadonlySet<number>;
  private readonly names = new Map<string, number>();
  /** Labels of the sample that is read. */
  private labels = NONE;
  private readonly known = new Map<string, number>();
  /** The location of samples without labels, once there was one. */
  private unlabelled: number | undefined;
  /** By index of the string. */
  private readonly texts = new Map<number, string>();

  constructor(
    private readonly strings: StringTable,
    private readonly profile: StackProfile,
  ) {
    this.thread = strings.matching(/^(thread|thread_?id|tid)$/i, 'tT', LONGEST_KEY);
    this.process = strings.matching(/^(process_?id|pid)$/i, 'pP', LONGEST_KEY);
  }

  /** Forgets the labels of the sample before. */
  begin(): void {
    this.labels = NONE;
  }

  /** Takes a label of the sample; of several that name a thread the first counts. */
  take(label: MessageReader): void {
    const [, key = 0, text = 0, number = 0] = numbersOf(label, 3);
    const value = (): string => this.plain(text) || String(number);
    if (this.process.has(key) && this.labels.process === undefined) this.labels = { ...this.labels, process: value() };
    if (this.thread.has(key) && this.labels.thread === undefined) this.labels = { ...this.labels, thread: value() };
  }

  private plain(text: number): string {
    let name = this.texts.get(text);
    if (name === undefined) this.texts.set(text, (name = plainName(this.strings.at(text))));
    return name;
  }

  /** The location of the sample. */
  location(): number {
    if (this.labels === NONE && this.unlabelled !== undefined) return this.unlabelled;
    const { process, thread } = this.labels;
    const key = `${process === undefined ? '' : `${process.length} ${process}`}\n${thread ?? ''}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const location = this.profile.locations.of(
      { number: this.numberOf(process), name: process === undefined ? 'Process' : `Process ${process}` },
      this.numberOf(thread),
      thread === undefined ? 'All threads' : `Thread ${thread}`,
    );
    this.known.set(key, location);
    if (this.labels === NONE) this.unlabelled = location;
    return location;
  }

  /** Numbers as they are, words in the order in which they are met. */
  private numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    if (/^\d{1,15}$/.test(text)) return Number(text);
    const known = this.names.get(text) ?? -1 - this.names.size;
    this.names.set(text, known);
    return known;
  }
}
