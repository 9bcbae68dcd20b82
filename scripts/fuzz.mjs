/**
 * `npm run fuzz -- --count N --seed S --only KIND`: changed files of every kind are given to what reads them. A failure
 * names its kind and seed; `--count 1 --seed` with it and `--only` with its kind makes that input again.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/layout.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const environment = {
  ...process.env,
  TRIMTAB_FUZZ_COUNT: values.count,
  // Other inputs each time, unless some are wanted again.
  TRIMTAB_FUZZ_SEED: values.seed ?? String(Date.now() % 2 ** 31),
  ...(values.only === undefined ? {} : { TRIMTAB_FUZZ_ONLY: values.only }),
};
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/fuzz'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
