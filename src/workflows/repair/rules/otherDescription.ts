/** Projects with a makefile next to CMakeLists.txt: if one does not build, the other one is tried. */
import { join } from 'node:path';
import { isFile } from '../../../base/files/index.js';
import { MAKEFILES } from '../../buildSystems/buildFolders.js';
import { configures } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';

/** Builds with the makefile, where CMake does not build. */
export function makefileInstead({ commands, folder }: FailedBuild): Repair | undefined {
  if (!commands.some(configures)) return undefined;
  const file = MAKEFILES.find((name) => isFile(join(folder, name)));
  if (file === undefined) return undefined;
  return {
    commands: [['trimtab-build', '--fresh', 'make']],
    reason: `CMake does not build it, and there is a ${file}`,
  };
}
