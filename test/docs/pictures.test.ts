/** Pictures of README, docs and walkthrough show the present views. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { MOST_DAYS_BEHIND, pictures } from '../../scripts/lib/pictures.mjs';

const SECONDS_PER_DAY = 86_400;

/** When one of the paths was last changed by a commit, in seconds; undefined where no commit has them. */
function changed(...paths: readonly string[]): number | undefined {
  const time = execFileSync('git', ['log', '-1', '--format=%ct', '--', ...paths], { cwd: root, encoding: 'utf8' });
  return time.trim() === '' ? undefined : Number(time);
}

/** Days by which a picture is older than its sources; 0 where it is newer, or not yet in a commit. */
function daysBehind(file: string, depicts: readonly string[]): number {
  const taken = changed(file);
  const sources = changed(...depicts);
  if (taken === undefined || sources === undefined) return 0;
  return Math.max(0, sources - taken) / SECONDS_PER_DAY;
}

describe('pictures of README, docs and walkthrough', () => {
  it('are all made by npm run screenshots', () => {
    const shown = ['docs/images', 'media/walkthrough']
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => /\.(?:png|svg)$/.test(path));
    expect(pictures.map(({ file }) => file).sort()).toEqual(shown.sort());
  });

  it('depict sources that exist', () => {
    const missing = pictures.flatMap(({ depicts }) => depicts).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it.skipIf(!existsSync(join(root, '.git')))(
    `are at most ${MOST_DAYS_BEHIND} days older than the views that they show: npm run screenshots`,
    () => {
      const old = pictures.filter(({ file, depicts }) => daysBehind(file, depicts) > MOST_DAYS_BEHIND);
      expect(old.map(({ file }) => file)).toEqual([]);
    },
  );
});
