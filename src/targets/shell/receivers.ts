/**
 * Open sessions of one machine, each for one script after the other. On a cluster a session costs what its login files
 * take, often seconds: asking a hundred small things must not log in a hundred times.
 */
import type { ScriptResult } from './answer.js';
import type { Receiver } from './receiver.js';
import { ConnectionLost, type ScriptOptions } from './shell.js';

/** sshd allows ten sessions at once in all where nothing else is set. */
const MOST_IDLE = 3;
/** An unused one is closed after this time, in milliseconds: it would keep the connection open. */
const IDLE = 30_000;

export class Receivers {
  /** Those that wait for a script, the last used one last. */
  private readonly idle = new Map<Receiver, NodeJS.Timeout>();

  /** @param open starts one */
  constructor(private readonly open: () => Receiver) {}

  /** Runs a script without input. Failed receivers are not used again, nor are those that may have failed with them. */
  async run(script: string, options: ScriptOptions): Promise<ScriptResult> {
    const receiver = this.take() ?? this.open();
    receiver.hold(true);
    try {
      const result = await receiver.runNext(script, options);
      this.keep(receiver);
      return result;
    } catch (error) {
      receiver.close();
      if (error instanceof ConnectionLost) this.close();
      throw error;
    }
  }

  /** Closes those that wait; those that run a script are closed when they were unused for a while after it. */
  close(): void {
    for (const [receiver, timer] of this.idle) {
      clearTimeout(timer);
      receiver.close();
    }
    this.idle.clear();
  }

  private take(): Receiver | undefined {
    for (const [receiver, timer] of [...this.idle].reverse()) {
      this.idle.delete(receiver);
      clearTimeout(timer);
      if (receiver.usable) return receiver;
    }
    return undefined;
  }

  private keep(receiver: Receiver): void {
    if (!receiver.usable || this.idle.size >= MOST_IDLE) {
      receiver.close();
      return;
    }
    const timer = setTimeout(() => {
      this.idle.delete(receiver);
      receiver.close();
    }, IDLE).unref();
    this.idle.set(receiver, timer);
    receiver.hold(false);
  }
}
