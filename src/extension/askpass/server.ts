import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PrivateSocket } from '../../base/processes/privateSocket.js';
import type { Askpass } from '../../protocol/session.js';
import { type Question, readQuestion, variables } from './question.js';

/** Paths of the helper's parts. */
export interface HelperFiles {
  /** The program that runs it: Node, or VS Code as Node. */
  readonly node: string;
  /** The helper's bundle. */
  readonly helper: string;
}

/** Questions are a few lines; more is no question. */
const longest = 65_536;

/** ssh has no way to hand arguments to its helper, so a script in the private folder does; it holds no secret. */
const script = `#!/bin/sh
ELECTRON_RUN_AS_NODE=1
export ELECTRON_RUN_AS_NODE
exec "$${variables.node}" "$${variables.helper}" "$@"
`;

/**
 * Answers the questions of ssh through a socket in a folder that only this person may enter. An answer passes from the
 * person through this process and the helper to ssh, and is written nowhere.
 */
export class AskpassServer {
  private readonly server: PrivateSocket;
  /** Processes whose question was closed unanswered: ssh would go on with the next way to log in. */
  private readonly refused = new Set<number>();
  /** One question at a time. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param ask puts a question to the person; undefined when it was closed unanswered */
  constructor(
    private readonly files: HelperFiles,
    private readonly ask: (question: Question) => Promise<string | undefined>,
  ) {
    this.server = new PrivateSocket({ name: 'trimtab-ask' }, (socket) => this.hear(socket));
  }

  /** @returns the settings that make ssh use the helper @throws Error of the system; it can be started again then */
  async start(): Promise<Askpass> {
    const { path, folder } = await this.server.listen();
    if (folder === undefined) throw new Error('Cannot ask for ssh: the script needs a private folder.');
    const program = join(folder, 'ask');
    writeFileSync(program, script, { mode: 0o700 });
    const { node, helper } = this.files;
    return {
      program,
      environment: {
        [variables.socket]: path,
        [variables.node]: node,
        [variables.helper]: helper,
      },
    };
  }

  dispose(): void {
    this.server.close();
  }

  private hear(socket: Socket): void {
    let heard = '';
    socket.setEncoding('utf8');
    // The helper may be ended while the person thinks; its answer is then not wanted any more.
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      heard += text;
      if (heard.length > longest) socket.destroy();
      const end = heard.indexOf('\n');
      if (end < 0) return;
      const question = readQuestion(heard.slice(0, end));
      if (question === undefined) socket.destroy();
      else void this.answer(question).then((answer) => socket.end(`${JSON.stringify({ answer: answer ?? null })}\n`));
    });
  }

  private async answer(question: Question): Promise<string | undefined> {
    const turn = this.last.then(async () => {
      if (this.refused.has(question.process)) return undefined;
      const answer = await this.ask(question).catch(() => undefined);
      if (answer === undefined) this.refused.add(question.process);
      return answer;
    });
    this.last = turn;
    return turn;
  }
}
