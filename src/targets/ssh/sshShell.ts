import { TrimtabError } from '../../base/problem.js';
import type { ScriptResult } from '../shell/answer.js';
import { MANY_SCRIPTS, ONE_SCRIPT, Receiver } from '../shell/receiver.js';
import { Receivers } from '../shell/receivers.js';
import { ConnectionLost, type ScriptOptions, type Shell } from '../shell/shell.js';
import type { SshConnection } from './connection.js';
import { loginProblem } from './problems.js';

/** A connection that held this long was good; its loss is a new one. In milliseconds. */
const STABLE = 20_000;

/** sh on a machine that is logged in to. A lost connection is made again, and what may be repeated is repeated. */
export class SshShell implements Shell {
  readonly place: string;
  private readonly sessions = new Receivers(() => this.session(MANY_SCRIPTS));

  constructor(readonly connection: SshConnection) {
    this.place = connection.target.host;
  }

  async execute(script: string, options: ScriptOptions = {}): Promise<ScriptResult> {
    const { connection } = this;
    let firstLoss = performance.now();
    for (let attempt = 0; ; attempt++) {
      await connection.ensure(options.signal);
      const began = performance.now();
      try {
        // A script with input has a separate session, whose end is the end of the input.
        return options.input === undefined
          ? await this.sessions.run(script, options)
          : await this.session(ONE_SCRIPT).runOnly(script, options);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        connection.lost();
        if (attempt === 0 || performance.now() - began > STABLE) [firstLoss, attempt] = [performance.now(), 0];
        if (error.begun && options.repeatable === false) throw error;
        // The first new attempt is made at once: mostly only the shared connection has gone.
        if (attempt > 0 && !(await connection.pause(attempt - 1, firstLoss, options.signal)))
          throw givenUp(this.place, error);
      }
    }
  }

  close(): Promise<void> {
    this.sessions.close();
    return this.connection.close();
  }

  private session(command: string): Receiver {
    const { connection, place } = this;
    return new Receiver(['ssh', ...connection.sessionOptions, '--', place, command], connection.environment);
  }
}

function givenUp(host: string, error: ConnectionLost): TrimtabError {
  const { sentence } = loginProblem(host, error.message);
  return new TrimtabError(`The connection to ${host} broke again and again: ${sentence}`, { cause: error });
}
