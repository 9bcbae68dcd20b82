/**
 * Answers the requests of a page: a few at a time, each checked against its declaration. Columns are sent to a page in
 * separate buffers, since VS Code sends the whole buffer of a view, and only plain ones as bytes.
 */
import * as v from 'valibot';
import type { Column } from '../../base/columns.js';
import { TrimtabError } from '../../base/problem.js';
import { dataSize } from '../../base/text.js';
import { Turns } from '../../base/turns.js';
import type { Answered, AnswerMessage, Asked, PageQuestions, QuestionMessage } from '../../protocol/pages/questions.js';

/** Questions of one page that are worked on at once, and that wait for that. */
const MOST_UNDER_WAY = 2;
const MOST_WAITING = 256;
/** Bytes of the columns of one answer at most. */
const LARGEST_ANSWER = 64 << 20;

/** How the questions of a page are answered. The signal is aborted when the page does not wait any more. */
export type Answerers<Questions extends PageQuestions> = {
  readonly [Name in keyof Questions]: (
    ask: Asked<Questions[Name]>,
    signal: AbortSignal,
  ) => Promise<Answered<Questions[Name]>>;
};

type Question = Extract<QuestionMessage, { kind: 'ask' }>;

export class QuestionDesk<Questions extends PageQuestions> {
  private readonly turns = new Turns<Question>(MOST_UNDER_WAY, (question, signal) => this.serve(question, signal));

  /**
   * @param post sends to the page
   * @param sentenceOf text that the page shows instead of an answer
   */
  constructor(
    private readonly questions: Questions,
    private readonly answerers: Answerers<Questions>,
    private readonly post: (message: AnswerMessage) => void,
    private readonly sentenceOf: (error: unknown) => string,
  ) {}

  hear(said: QuestionMessage): void {
    if (said.kind === 'drop') this.turns.cancel(said.number);
    else if (this.turns.has(said.number)) return;
    else if (this.turns.length >= MOST_WAITING)
      this.fail(said.number, new TrimtabError('This page sent too many requests at once. Open it again.'));
    else this.turns.add(said.number, said);
  }

  /** Gives up all that is asked; nothing is sent any more. */
  dispose(): void {
    this.turns.cancelAll();
  }

  /** Never rejects. */
  private async serve({ number, question, ask }: Question, signal: AbortSignal): Promise<void> {
    try {
      if (!Object.hasOwn(this.questions, question)) throw new Error(`There is no question ${question}.`);
      const { head, columns } = await this.answer(question, ask, signal);
      if (!signal.aborted) this.post({ kind: 'answer', number, head, columns: sendable(columns) });
    } catch (error) {
      if (!signal.aborted) this.fail(number, error);
    }
  }

  private answer<Name extends keyof Questions>(
    name: Name,
    ask: unknown,
    signal: AbortSignal,
  ): Promise<Answered<Questions[Name]>> {
    const question: Questions[Name] = this.questions[name];
    const checked = v.safeParse(question.ask, ask);
    if (checked.success) return this.answerers[name](checked.output, signal);
    const [issue] = checked.issues;
    throw new Error(`The page's question ${String(name)}: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
  }

  private fail(number: number, error: unknown): void {
    this.post({ kind: 'noAnswer', number, sentence: this.sentenceOf(error) });
  }
}

/** Columns as they can be sent. @throws TrimtabError when they are too large; Error when they are no columns */
function sendable(columns: unknown): Readonly<Record<string, Column>> {
  if (typeof columns !== 'object' || columns === null) throw new Error('An answer has no columns.');
  const all = Object.entries(columns).map(([name, column]: [string, unknown]) => [name, exact(name, column)] as const);
  const bytes = all.reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
  if (bytes > LARGEST_ANSWER)
    throw new TrimtabError(
      `This page asks for ${dataSize(bytes)} of numbers at once, and at most ${dataSize(LARGEST_ANSWER)} are shown.`,
    );
  return Object.fromEntries(all);
}

/** The numbers in a buffer of exactly their length, of the plain kind: nothing else of a larger or shared one goes along. */
function exact(name: string, column: unknown): Column {
  if (column instanceof Float64Array) return new Float64Array(column);
  if (column instanceof Float32Array) return new Float32Array(column);
  if (column instanceof Int32Array) return new Int32Array(column);
  if (column instanceof Uint32Array) return new Uint32Array(column);
  if (column instanceof Uint8Array) return new Uint8Array(column);
  throw new Error(`${name} is no column of an answer.`);
}
