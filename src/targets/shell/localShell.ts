import type { ScriptResult } from './answer.js';
import { ONE_SCRIPT, Receiver } from './receiver.js';
import type { ScriptOptions, Shell } from './shell.js';

/** sh on this machine. */
export class LocalShell implements Shell {
  readonly place = 'this machine';

  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  execute(script: string, options: ScriptOptions = {}): Promise<ScriptResult> {
    return new Receiver(['/bin/sh', '-c', ONE_SCRIPT], this.environment).runOnly(script, options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
