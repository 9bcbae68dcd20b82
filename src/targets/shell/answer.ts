/** Output of one script, extracted from the two streams of the sh that runs it. */
import { FrameReader, framed, newFrame, withoutMarks } from './frame.js';

/** How much of what login files print is kept for the sentence about a connection that broke, in bytes. */
const NOISE = 8192;

export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Takes output as it comes. A promise holds back further output. */
export type OnOutput = (data: Buffer) => Promise<void> | undefined;

export class Answer {
  /** Text to send: the script within its marks. */
  readonly text: Buffer;
  private readonly out: Buffer[] = [];
  private readonly errors: Buffer[] = [];
  private readonly stdout: FrameReader;
  private readonly stderr: FrameReader;
  private said = '';

  /** @param holdBack receives each promise that further output has to wait for */
  constructor(script: string, onOutput: OnOutput | undefined, holdBack: (busy: Promise<void>) => void) {
    const frame = newFrame();
    this.text = Buffer.from(framed(script, frame));
    const take = onOutput ?? ((data: Buffer) => void this.out.push(Buffer.from(data)));
    this.stdout = new FrameReader(frame, (data) => {
      const busy = take(data);
      if (busy !== undefined) holdBack(busy);
    });
    this.stderr = new FrameReader(frame, (data) => this.errors.push(Buffer.from(data)));
  }

  addOutput(data: Buffer): void {
    this.stdout.add(data);
  }

  addErrors(data: Buffer): void {
    if (this.said.length < NOISE) this.said += data.toString();
    this.stderr.add(data);
  }

  /** The script has begun. */
  get begun(): boolean {
    return this.stdout.begun;
  }

  /** Both streams have come to their ends: nothing of this script comes any more. */
  get complete(): boolean {
    return this.stdout.exitCode !== undefined && this.stderr.ended;
  }

  /** Complete standard error output from any program, for messages. */
  get noise(): string {
    return withoutMarks(this.said).trim();
  }

  /** Undefined when the script did not come to its end. */
  get result(): ScriptResult | undefined {
    const { exitCode } = this.stdout;
    if (exitCode === undefined) return undefined;
    const stderr = Buffer.concat(this.errors).toString().trim();
    return { code: exitCode, stdout: Buffer.concat(this.out).toString(), stderr };
  }
}
