/** A copy of the probe's folder that is built in a moment, for tests of how builds begin, wait and end. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fresh, wrapper } from './support.js';

export interface QuickProbe {
  readonly wrapper: string;
  readonly builder: string;
  /** Folder of the build: still empty. */
  readonly cache: string;
  /** How often a build of the library, or of the finisher, began. */
  readonly builds: (script: 'build-probe' | 'build-finisher') => number;
}

/** The compiler is called as in a real build; the result is copied from an existing probe. @param ready its folder */
export function quickProbe(ready: string): QuickProbe {
  const folder = fresh('probe');
  cpSync(dirname(wrapper), folder, { recursive: true });
  const log = fresh('builds');
  writeFileSync(log, '');
  for (const [script, files] of [
    ['build-probe', ['libtrimtab-probe.so', 'trimtab-sleds.o', 'sanitizers']],
    ['build-finisher', ['trimtab-finish']],
  ] as const) {
    const copies = files.map((file) => `cp '${join(ready, file)}' "$2/"`);
    const lines = [
      `echo ${script} >>'${log}'`,
      `echo 'int one;' >"$2/one.c"`,
      '"$1" -c -o "$2/one.o" "$2/one.c"',
      'rm "$2"/one.*',
      ...copies,
    ];
    writeFileSync(join(folder, 'tools', script), `#!/bin/sh\nset -eu\n${lines.join('\n')}\n`);
    chmodSync(join(folder, 'tools', script), 0o755);
  }
  return {
    wrapper: join(folder, 'trimtab-cc'),
    builder: join(folder, 'trimtab-build'),
    cache: fresh('cache'),
    builds: (script) =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line === script).length,
  };
}
