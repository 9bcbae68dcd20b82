/**
 * Answers to the steps of a run that ask: files in its folder, so that any process can give them. An answer belongs to one
 * question, and is sealed by who gives it: a file that came with a folder, or was put there, answers nothing.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText, statOf, writeAtomically } from '../../base/files/index.js';
import { fits, type Sealed, sealOf } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { readRun } from './runRecord.js';
import type { StepState } from './state.js';

/** Bytes; answers are typed. */
const LARGEST_ANSWER = 64 << 10;

/** Question of a step. */
type Question = NonNullable<StepState['question']>;

/** A file name for a step: readable, and different for different keys. */
export function fileNameOf(key: string): string {
  const slug = key.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${slug.slice(-40)}-${shortDigest(key)}`;
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** A step may ask more than one question. */
function answerPath(folder: string, key: string, { text }: Question): string {
  return join(folder, `answer-${fileNameOf(key)}-${shortDigest(text)}.txt`);
}

/** Whether the choices of a question, where it has any, allow an answer. */
function allows({ choices }: Question, answer: string): boolean {
  return choices.length === 0 || choices.includes(answer);
}

function sealed(folder: string, key: string, { text, choices }: Question, answer: string): Sealed {
  return { kind: 'answer', folder, parts: [key, text, ...choices, answer] };
}

/**
 * Returns this user's answer to a question of a step; undefined if there is none yet. Values that are none of its
 * choices, or were not written by this user, are ignored.
 * @param folder of the run
 */
export function answerOf(folder: string, key: string, question: Question): string | undefined {
  const path = answerPath(folder, key, question);
  if (statOf(path) === undefined) return undefined;
  const [seal = '', ...lines] = readText(path, { limit: LARGEST_ANSWER }).split('\n');
  const answer = lines.join('\n');
  const what = sealed(folder, key, question, answer);
  // Without a place to store a key there are no seals; the choices are still checked.
  const isOwn = sealOf(what) === undefined || fits(seal, what);
  return isOwn && allows(question, answer) ? answer : undefined;
}

/**
 * Answers a question of a step, regardless of the process that executes the run.
 * @throws TrimtabError when the step does not ask, or offers other answers
 */
export function writeAnswer(project: string, id: string, key: string, answer: string): void {
  const run = readRun(project, id);
  const step = run.steps.find((one) => one.key === key);
  const question = step?.question;
  if (question === undefined || step?.state !== 'asking')
    throw new TrimtabError(`The step "${key}" of the workflow run ${id} does not ask anything.`);
  if (!allows(question, answer))
    throw new TrimtabError(
      `"${answer}" is no answer to "${question.text}"; choose one of: ${question.choices.join(', ')}.`,
    );
  const seal = sealOf(sealed(run.folder, key, question, answer)) ?? '';
  writeAtomically(answerPath(run.folder, key, question), `${seal}\n${answer}`);
}

/** Removes what was answered to a step: asked again, it wants new answers. */
export function forgetAnswers(folder: string, key: string): void {
  const prefix = `answer-${fileNameOf(key)}`;
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
}
