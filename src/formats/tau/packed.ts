/** ParaProf's packed profiles (`.ppk`): gzip, numbers big endian, texts after their length in two bytes. */
import { gunzipSync } from 'node:zlib';
import { TrimtabError } from '../../base/problem.js';
import { elementAt } from '../../base/elements.js';
import type { TauTrial } from './trial.js';

const MARK = Buffer.from('\0P\0P\0K', 'latin1');
/** Newest supported layout: writers record the oldest reader version that supports them. */
const UNDERSTOOD = 2;
/** Bytes of an unpacked profile. */
const LARGEST = 2 ** 30;

/** Whether unpacked bytes begin as such a profile. */
export const isPacked = (bytes: Uint8Array): boolean => MARK.equals(bytes.subarray(0, MARK.length));

class DamagedPart extends Error {}

/**
 * Reads the bytes of a packed profile into the trial.
 * @param name what to call it in messages
 * @throws TrimtabError when they are none, or damaged before the first thread
 */
export function readPacked(bytes: Uint8Array, name: string, trial: TauTrial): void {
  const content = unpacked(bytes, name);
  if (!isPacked(content)) throw new TrimtabError(`${name} is no packed profile of TAU: it does not begin with PPK.`);
  try {
    read(new PackedReader(content), trial);
  } catch (cause) {
    if (!(cause instanceof DamagedPart)) throw cause;
    if (trial.threads.length === 0)
      throw new TrimtabError(`${name} ${cause.message}; pack it again with paraprof --pack.`, { cause });
    trial.warnings.push(`${name} ${cause.message}; what was read before is shown.`);
  }
}

function unpacked(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (cause) {
    throw new TrimtabError(
      `${name} cannot be unpacked: it is no gzip file, damaged, or larger than ${LARGEST} bytes.`,
      { cause },
    );
  }
}

function read(input: PackedReader, trial: TauTrial): void {
  input.skip(MARK.length);
  input.int();
  const needed = input.int();
  if (needed > UNDERSTOOD)
    throw new DamagedPart(`needs a reader of version ${needed}, and this one knows ${UNDERSTOOD}`);
  const header = input.count(1);
  readFacts(input.part(header), trial);
  const metrics = input.texts().map((metric) => trial.metric(metric.trim()));
  const groups = input.texts();
  const timers = Array.from({ length: input.count(6) }, () => {
    const timer = input.text();
    const of = Array.from({ length: input.count(4) }, () => groups[input.int()] ?? '');
    return trial.timer(
      timer,
      of.filter((group) => group !== ''),
    );
  });
  const events = input.texts().map((event) => trial.event(event));
  const threads = input.count(20);
  for (let i = 0; i < threads; i++) readThread(input, trial, metrics, timers, events);
}

function readThread(
  input: PackedReader,
  trial: TauTrial,
  metrics: readonly number[],
  timers: readonly number[],
  events: readonly number[],
): void {
  const thread = trial.thread(input.int(), input.int(), input.int());
  for (let left = input.count(20 + 16 * metrics.length); left > 0; left--) {
    const timer = input.index(timers);
    const [calls, children] = [input.double(), input.double()];
    for (const metric of metrics) trial.add(thread, timer, metric, calls, children, input.double(), input.double());
  }
  for (let left = input.count(40); left > 0; left--) {
    const event = input.index(events);
    const [count, min, max, mean, sumOfSquares] = [
      input.int(),
      input.double(),
      input.double(),
      input.double(),
      input.double(),
    ];
    trial.addEvent(thread, event, { count, min, max, mean, sumOfSquares });
  }
}

/** Reads the metadata of all threads; that of single ones after it is of little use and is skipped. */
function readFacts(input: PackedReader, trial: TauTrial): void {
  if (input.left < 8) return;
  input.skip(input.count(1));
  for (let left = input.count(4); left > 0; left--) trial.fact(trial.metadata, input.text(), input.text());
}

/** Goes through the bytes; whatever is announced must fit into what is left. */
class PackedReader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  skip(length: number): void {
    this.need(length);
    this.at += length;
  }

  part(length: number): PackedReader {
    this.skip(length);
    return new PackedReader(this.bytes.subarray(this.at - length, this.at));
  }

  int(): number {
    this.skip(4);
    return this.view.getInt32(this.at - 4);
  }

  double(): number {
    this.skip(8);
    return this.view.getFloat64(this.at - 8);
  }

  /** A number of things of at least so many bytes each. */
  count(bytes: number): number {
    const count = this.int();
    if (count < 0 || count * bytes > this.left)
      throw new DamagedPart(`announces ${count} entries where ${this.left} bytes are left`);
    return count;
  }

  index(of: readonly number[]): number {
    const index = this.int();
    if (index < 0 || index >= of.length) throw new DamagedPart(`refers to number ${index} of ${of.length}`);
    return elementAt(of, index);
  }

  text(): string {
    this.need(2);
    const length = this.view.getUint16(this.at);
    this.skip(2 + length);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at - length, length).toString('utf8');
  }

  texts(): string[] {
    return Array.from({ length: this.count(2) }, () => this.text());
  }

  private need(length: number): void {
    if (length > this.left) throw new DamagedPart('ends too early');
  }
}
