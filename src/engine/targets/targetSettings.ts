/** The editor's settings of targets, and how ssh may prompt. */
import { homedir } from 'node:os';
import { TrimtabError } from '../../base/problem.js';
import type { EngineOptions } from '../../protocol/session.js';
import type { CreateOptions } from '../../targets/create.js';
import { parseTargets, type TargetConfiguration, withAbsolutePaths } from '../../targets/description.js';

export class TargetSettings {
  private described: readonly TargetConfiguration[] = [];
  private mistakes: readonly string[] = [];
  private asking: EngineOptions['askpass'];

  /** The targets that can be used; trimtab.yaml wins where it has one of the same name. */
  get targets(): readonly TargetConfiguration[] {
    return this.described;
  }

  /** Errors of the other ones, one sentence each. */
  get problems(): readonly string[] {
    return this.mistakes;
  }

  /** How connections are made. */
  get connection(): NonNullable<CreateOptions['connection']> {
    return this.asking === undefined ? {} : { askpass: this.asking };
  }

  configure({ targets, askpass }: EngineOptions): void {
    this.asking = askpass;
    this.describe(targets);
  }

  /** @param setting the value of `trimtab.targets`: anything a person may have written; a mistake costs its own entry only */
  describe(setting: unknown): void {
    const entries: [string, unknown][] = typeof setting === 'object' && setting !== null ? Object.entries(setting) : [];
    const problems: string[] = [];
    this.described = entries.flatMap(([name, entry]) => {
      try {
        return parseTargets({ [name]: entry }).map((target) => withAbsolutePaths(target, homedir()));
      } catch (error) {
        if (!(error instanceof TrimtabError)) throw error;
        problems.push(error.message);
        return [];
      }
    });
    this.mistakes = problems;
  }
}
