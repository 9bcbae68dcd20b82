import { join } from 'node:path';
import { statOf } from '../../base/files/index.js';
import { type PathMapping, readPathMap } from '../../base/paths/pathMap.js';
import { TrimtabError } from '../../base/problem.js';
import { isInside } from '../../base/files/inside.js';
import type { PathMapSettings } from '../../protocol/session.js';
import type { TargetConfiguration } from '../../targets/description.js';
import { loadConfiguration } from '../../workflows/configuration/configuration.js';
import { CONFIGURATION } from '../../workflows/configuration/fileName.js';
import { uriToPath } from './paths.js';

/** Value of the setting for one workspace folder; for all others without a folder. */
interface Said {
  readonly folder?: string;
  readonly mappings: readonly PathMapping[];
}

/** All path mappings set by the user: in the setting `trimtab.pathMap`, in trimtab.yaml, and with targets. */
export class PathMaps {
  /** The innermost folder first, and what holds for all others last. */
  private said: readonly Said[] = [];

  /**
   * @param settingsTargets the targets of the editor's settings
   * @param log receives messages about unusable values
   */
  constructor(
    private readonly settingsTargets: () => readonly TargetConfiguration[],
    private readonly log: (text: string) => void,
  ) {}

  /** @param settings `trimtab.pathMap`: anything a person may have written; a mistake costs its own entry only, and is logged */
  describe({ pathMap, folders = {} }: PathMapSettings): void {
    const problems = new Set<string>();
    const read = (setting: unknown, folder?: string): readonly PathMapping[] => {
      const { mappings, problems: mistakes } = readPathMap(setting, folder);
      for (const mistake of mistakes) problems.add(mistake);
      return mappings;
    };
    const ofFolders = Object.entries(folders).flatMap(([uri, setting]) => {
      const folder = uriToPath(uri);
      return folder === undefined ? [] : [{ folder, mappings: read(setting, folder) }];
    });
    ofFolders.sort((a, b) => b.folder.length - a.folder.length);
    // If folders are open, each has the complete settings for it.
    this.said = ofFolders.length > 0 ? ofFolders : [{ mappings: read(pathMap) }];
    for (const problem of problems) this.log(problem);
  }

  /**
   * Returns the mappings for experiments of a project that were measured on a target. For one folder the order is: the
   * setting, the configuration's mappings for all targets, then those of the target.
   */
  of(project: string, target: string): readonly PathMapping[] {
    const configured = this.configured(project);
    const named = (list: readonly TargetConfiguration[]): PathMapping[] =>
      list.filter(({ name }) => name === target).flatMap(({ pathMap }) => pathMap);
    const own = this.said.find(({ folder }) => folder === undefined || isInside(folder, project)) ?? this.said.at(0);
    return [
      ...(own?.mappings ?? []),
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
