/**
 * Questions of a page to the extension for columns of numbers, and the pending answers. Independent of the browser's
 * windows; the link to the extension is a parameter.
 */
import * as v from 'valibot';
import type { Answered, AnswerMessage, Asked, PageQuestions, QuestionMessage } from '../../protocol/pages/questions.js';

/** Numbers the questions of a page: what answers none that is waited for is dropped. */
export class Questions {
  private readonly waiting = new Map<number, (answer: AnswerMessage) => void>();

  /**
   * @param send to the extension
   * @param next number of the first question: another one each time the page is loaded, whose answers may come late too
   */
  constructor(
    private readonly send: (message: QuestionMessage) => void,
    private next: number = firstNumber(),
  ) {}

  /** Sends a question. @returns stops waiting for the answer, unless it has arrived */
  ask(question: string, ask: unknown, hear: (answer: AnswerMessage) => void): () => void {
    const number = this.next++;
    this.waiting.set(number, hear);
    this.send({ kind: 'ask', number, question, ask });
    return () => {
      if (this.waiting.delete(number)) this.send({ kind: 'drop', number });
    };
  }

  hear(answer: AnswerMessage): void {
    const hear = this.waiting.get(answer.number);
    this.waiting.delete(answer.number);
    hear?.(answer);
  }
}

/** A million numbers are reserved for questions before those of another page load could begin. */
const firstNumber = (): number => Math.floor(Math.random() * 2 ** 32) * 2 ** 20;

/** How far a question is. */
export type Outcome<Question extends PageQuestions[string]> =
  | { readonly is: 'asked' }
  | ({ readonly is: 'answered' } & Answered<Question>)
  | { readonly is: 'failed'; readonly sentence: string };

/** The answers to what a page shows at a time. */
export class Answers<Question extends PageQuestions[string]> {
  private readonly known = new Map<string, Outcome<Question>>();
  private readonly drops = new Map<string, () => void>();

  /**
   * @param name of the question, as the page declares it
   * @param changed called when an answer came
   */
  constructor(
    private readonly questions: Pick<Questions, 'ask'>,
    private readonly name: string,
    private readonly question: Question,
    private readonly changed: () => void,
  ) {}

  /** Asks what is not asked yet, and forgets the rest: an answer to it that comes late is dropped. */
  want(asks: readonly Asked<Question>[]): void {
    const wanted = new Map(asks.map((ask) => [keyOf(ask), ask]));
    for (const key of [...this.known.keys()]) if (!wanted.has(key)) this.forget(key);
    for (const [key, ask] of wanted) if (!this.known.has(key)) this.ask(key, ask);
  }

  /** Asks once more, such as after a failure. */
  again(ask: Asked<Question>): void {
    this.forget(keyOf(ask));
    this.ask(keyOf(ask), ask);
    this.changed();
  }

  of(ask: Asked<Question>): Outcome<Question> {
    return this.known.get(keyOf(ask)) ?? { is: 'asked' };
  }

  private ask(key: string, ask: Asked<Question>): void {
    this.known.set(key, { is: 'asked' });
    const hear = (answer: AnswerMessage): void => {
      this.known.set(key, outcomeOf(this.question, answer));
      this.changed();
    };
    this.drops.set(key, this.questions.ask(this.name, ask, hear));
  }

  private forget(key: string): void {
    this.drops.get(key)?.();
    this.drops.delete(key);
    this.known.delete(key);
  }
}

function outcomeOf<Question extends PageQuestions[string]>(
  question: Question,
  answer: AnswerMessage,
): Outcome<Question> {
  if (answer.kind === 'noAnswer') return { is: 'failed', sentence: answer.sentence };
  const [head, columns] = [v.safeParse(question.head, answer.head), v.safeParse(question.columns, answer.columns)];
  if (head.success && columns.success) return { is: 'answered', head: head.output, columns: columns.output };
  return { is: 'failed', sentence: 'The answer of the extension cannot be read; reload the window.' };
}

/** Asks once, for what keeps the answers itself. @returns drops the question */
export function askOnce<Question extends PageQuestions[string]>(
  questions: Pick<Questions, 'ask'>,
  name: string,
  question: Question,
  ask: Asked<Question>,
  hear: (outcome: Outcome<Question>) => void,
): () => void {
  return questions.ask(name, ask, (answer) => hear(outcomeOf(question, answer)));
}

const keyOf = (ask: unknown): string => JSON.stringify(ask);
