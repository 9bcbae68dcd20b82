/** Builds that demand an environment variable with the folder of a library, which this system has in its own folders. */
import { entriesOf } from '../../../base/files/index.js';
import type { FailedBuild, Repair } from '../failedBuild.js';

const DEMAND =
  /environment variable ['‘"`]?((\w+?)_(?:DIR|ROOT|HOME|PATH|PREFIX))['’"`]? (?:is|was|must be|needs to be|has) (?:not |un)?(?:defined|set|been set)/i;
const SYSTEM = '/usr';

/** Gives the variable the folder of the system, if the library is installed there. */
export function systemLibrary({ output, commands }: FailedBuild): Repair | undefined {
  const [, name, library = ''] = DEMAND.exec(output) ?? [];
  const setting = `${name}=${SYSTEM}`;
  if (name === undefined || commands.flat().includes(setting)) return undefined;
  const isThere = entriesOf(`${SYSTEM}/include`).some(
    (entry) => entry.name.replace(/\.h(pp)?$/, '').toLowerCase() === library.toLowerCase(),
  );
  if (!isThere) return undefined;
  return {
    commands: commands.map((argv) => (argv[0] === 'trimtab-build' ? withVariable(argv, setting) : argv)),
    reason: `the build demands ${name}, and the library is in ${SYSTEM}`,
  };
}

function withVariable(argv: readonly string[], setting: string): string[] {
  const at = argv.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return [
    ...argv.slice(0, at),
    ...(argv[at] === 'env' ? ['env', setting] : ['env', setting, argv[at] ?? '']),
    ...argv.slice(at + 1),
  ];
}
