import { join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import type { TargetConfiguration } from '../../targets/description.js';
import type { PathMapping } from '../../targets/target.js';
import { statOf } from '../../base/files/index.js';
import { CONFIGURATION, loadConfiguration } from '../../workflows/configuration/configuration.js';
import { readPathMap } from './pathMap.js';

/** All that people said about where sources lie: in the setting `trimtab.pathMap`, in trimtab.yaml, and with targets. */
export class PathMaps {
  private setting: readonly PathMapping[] = [];

  /**
   * @param settingsTargets the targets of the editor's settings
   * @param log told of a configuration that cannot be read
   */
  constructor(
    private readonly settingsTargets: () => readonly TargetConfiguration[],
    private readonly log: (text: string) => void,
  ) {}

  /** @param setting the value of `trimtab.pathMap`: anything a person may have written */
  describe(setting: unknown): void {
    this.setting = readPathMap(setting);
  }

  /**
   * What holds for experiments of a project that were measured on a target. For one folder the setting comes first, then
   * what the configuration says of all, then of the target.
   */
  of(project: string, target: string): readonly PathMapping[] {
    const configured = this.configured(project);
    const named = (list: readonly TargetConfiguration[]): PathMapping[] =>
      list.filter(({ name }) => name === target).flatMap(({ pathMap }) => pathMap);
    return [
      ...this.setting,
      ...(configured?.pathMap ?? []),
      ...named(configured?.targets ?? []),
      ...named(this.settingsTargets()),
    ];
  }

  private configured(project: string): ReturnType<typeof loadConfiguration> | undefined {
    const path = join(project, CONFIGURATION);
    if (statOf(path)?.isFile() !== true) return undefined;
    try {
      return loadConfiguration(path);
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      this.log(`Its pathMap is not used: ${error.message}`);
      return undefined;
    }
  }
}
