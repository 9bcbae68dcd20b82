// Output of a finished run: events and bytes.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wrapper } from '../probe/measure.mjs';
import { bytesIn, filesIn } from './programs.mjs';

/** The finisher of any compiler will do. @param {string} folder */
export function finish(folder) {
  const cache = execFileSync(wrapper, ['--print-cache', 'mpicc'], { encoding: 'utf8' }).trim();
  execFileSync(join(cache, 'trimtab-finish'), [folder], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Returns the events of an archive, from its definitions; undefined without an archive. @param {string} folder */
function eventsIn(folder) {
  const archive = filesIn(folder).find((file) => file.endsWith('.otf2'));
  if (archive === undefined) return undefined;
  const text = execFileSync('otf2-print', ['-G', archive], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return [...text.matchAll(/# Events: (\d+)/g)].reduce((sum, [, events]) => sum + Number(events), 0);
}

/** @param {string} folder @returns {{ events: number | undefined, bytes: number, profile: string | undefined }} */
export function keptIn(folder) {
  const profile = join(folder, 'profile.cubex');
  return { events: eventsIn(folder), bytes: bytesIn(folder), profile: existsSync(profile) ? profile : undefined };
}
