/** Prepares the checkout to run: npm packages and a fresh build. Fast when both are up to date. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, isBuilt } from './buildStamp.mjs';
import { root } from './layout.mjs';
import { run, tail } from './processes.mjs';
import { SetupError, step } from './report.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');

/** The scripts need no package, but a Node new enough for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupError(
    `Trimtab needs Node 20.19 or newer, this is ${process.versions.node}: install a newer one and start again.`,
  );
}

/** `npm ci`, unless node_modules was installed from this very lock file. */
export async function ensureNpmPackages() {
  const stamp = join(modules, '.trimtab-lock');
  const wanted = hashFiles([lockFile]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!isInstalledByHand()) {
    step('npm ci', 'the compiler, the libraries and the test tools');
    const { code, output } = await run('npm', ['ci'], { cwd: root, quiet: true });
    if (code !== 0) {
      throw new SetupError(`npm ci failed with exit code ${code}; check the network and start again.\n${tail(output)}`);
    }
  }
  writeFileSync(stamp, wanted);
}

/** npm keeps a separate record of installed packages; it is newer than the lock file after a manual npm run. */
function isInstalledByHand() {
  const record = join(modules, '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lockFile).mtimeMs;
}

/** Builds dist/, unless it was built from these very sources. */
export async function ensureBuild() {
  if (isBuilt()) return;
  step('npm run build', 'the extension, its engine and the command line from their sources');
  const { code, output } = await run(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, quiet: true });
  if (code !== 0) throw new SetupError(`The build failed.\n${tail(output, 30)}`);
}
