import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { needs } from '../../scripts/lib/systemPackages.mjs';

it('the development container has every package that start and tests would install', () => {
  const installed = new Set(readFileSync(join(root, '.devcontainer/Dockerfile'), 'utf8').split(/\s+/));
  const wanted = Object.values(needs)
    .flatMap((need) => [...Object.values(need.programs), ...Object.values('libraries' in need ? need.libraries : {})])
    .flatMap((packages) => packages.split(' '));
  expect(wanted.filter((name) => !installed.has(name))).toEqual([]);
});
