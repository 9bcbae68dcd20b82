/** The program that ssh starts to ask a question (SSH_ASKPASS): passes it to the extension and prints the answer. */
import { createConnection } from 'node:net';
import { kindOf, type Question, readAnswer, variables } from './question.js';

/** Searched for in ssh's output, to distinguish a closed question from a wrong answer. */
const CLOSED = 'trimtab-askpass: closed without an answer';

function ask(question: Question, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${JSON.stringify(question)}\n`));
    socket.on('data', (text: string) => {
      heard += text;
    });
    // A window that is gone answers nothing, as one that was closed.
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(readAnswer(heard)));
  });
}

const prompt = process.argv[2] ?? '';
const kind = kindOf(prompt, process.env.SSH_ASKPASS_PROMPT);
const path = process.env[variables.socket];
void (path === undefined ? Promise.resolve(undefined) : ask({ prompt, kind, process: process.ppid }, path)).then(
  (answer) => {
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
    else {
      process.stderr.write(`${CLOSED}\n`);
      process.exitCode = 1;
    }
  },
);
