/** Ships the probe: its sources go into the bundle folder, because each target compiles them with its own MPI. */
import { chmodSync, cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dist, root } from './layout.mjs';

const source = join(root, 'src/probe');
const shipped = /(\.(c|h|awk|sh|mk|txt|tab|table|def|inc|in|f90|F90|md|py)|^[A-Za-z-]+)$/;
/** For people who change the probe. */
const notShipped = ['Makefile'];

/** Copies the probe's sources to dist/probe; build products left by hand (objects, libraries) stay behind. */
export function copyProbe() {
  const target = join(dist, 'probe');
  rmSync(target, { recursive: true, force: true });
  if (!existsSync(source)) return false;
  cpSync(source, target, {
    recursive: true,
    filter: (file) =>
      statSync(file).isDirectory() || (shipped.test(basename(file)) && !notShipped.includes(basename(file))),
  });
  for (const name of ['trimtab-cc', 'trimtab-build', 'trimtab-preload', 'trimtab-ranges']) {
    const script = join(target, name);
    if (existsSync(script)) chmodSync(script, 0o755);
  }
  return true;
}
