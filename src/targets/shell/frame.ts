/** Marks around a script's output, so that what login files print before and after does no harm. */
import { randomBytes } from 'node:crypto';

/**
 * First character of the mark at the end: no text ends in it, so that text can be passed on immediately. Text that ends
 * like the beginning of the mark is held until more arrives.
 */
const END_OF_TEXT = '\x03';

/** Words that nothing else prints. */
export interface Frame {
  readonly begin: string;
  readonly end: string;
}

/** A frame for one call. */
export function newFrame(): Frame {
  const word = randomBytes(12).toString('hex');
  return { begin: `trimtab-begin-${word}`, end: `trimtab-end-${word}` };
}

/**
 * Returns the script with marks around the output of both streams. The script runs in a subshell: its `exit` ends only
 * itself. The mark at its beginning is on a separate line after any earlier output.
 */
export function framed(script: string, frame: Frame): string {
  return `printf '\\n%s\\n' ${frame.begin}
printf '\\n%s\\n' ${frame.begin} >&2
(
${script}
)
printf '\\003%s %d\\n' ${frame.end} $?
printf '\\003%s\\n' ${frame.end} >&2
`;
}

/** Returns a stream without the lines of the marks. */
export function withoutMarks(text: string): string {
  const lines = text.split('\n').filter((line) => !/trimtab-(?:begin|end)-[0-9a-f]{24}/.test(line));
  return lines.join('\n');
}

/** Takes the framed part out of a stream of bytes as they come. */
export class FrameReader {
  private pending: Buffer = Buffer.alloc(0);
  private state: 'before' | 'inside' | 'after' = 'before';
  private code: number | undefined;
  private readonly begin: Buffer;
  private readonly end: Buffer;

  constructor(
    frame: Frame,
    private readonly onData: (data: Buffer) => void,
  ) {
    this.begin = Buffer.from(`\n${frame.begin}\n`);
    this.end = Buffer.from(`${END_OF_TEXT}${frame.end}`);
  }

  /** The script has begun. */
  get begun(): boolean {
    return this.state !== 'before';
  }

  /** The script's exit code once the whole output has come. */
  get exitCode(): number | undefined {
    return this.code;
  }

  get ended(): boolean {
    return this.state === 'after';
  }

  add(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    if (this.state === 'before') this.lookForBegin();
    if (this.state === 'inside') this.passOn();
    if (this.state === 'after') this.readCode();
  }

  private lookForBegin(): void {
    const at = this.pending.indexOf(this.begin);
    if (at < 0) {
      this.pending = this.pending.subarray(Math.max(0, this.pending.length - this.begin.length));
      return;
    }
    this.pending = this.pending.subarray(at + this.begin.length);
    this.state = 'inside';
  }

  private passOn(): void {
    const at = this.pending.indexOf(this.end);
    const sure = at >= 0 ? at : this.pending.length - this.heldBack();
    if (sure > 0) this.onData(this.pending.subarray(0, sure));
    this.pending = this.pending.subarray(at >= 0 ? at + this.end.length : sure);
    if (at >= 0) this.state = 'after';
  }

  /** How many bytes at the end could be the start of the mark and wait for the next piece. */
  private heldBack(): number {
    let length = Math.min(this.pending.length, this.end.length - 1);
    while (length > 0 && !this.pending.subarray(-length).equals(this.end.subarray(0, length))) length--;
    return length;
  }

  private readCode(): void {
    const match = /^ (\d+)\n/.exec(this.pending.subarray(0, 16).toString('latin1'));
    if (match !== null) this.code ??= Number(match[1]);
    else if (this.pending.length > 16) this.pending = this.pending.subarray(0, 16);
  }
}
