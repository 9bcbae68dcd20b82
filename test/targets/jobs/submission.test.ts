/** Scripts that submit a job, one of which comes between two steps of another. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { submission } from '../../../src/targets/jobs/submission.js';
import { temporaryFolder } from '../../experiments/support.js';

/** Each submission starts a job with a separate number. */
const START = 'echo started >>"$job/starts"; id=$(wc -l <"$job/starts" | tr -d " ")';

describe('a submission', () => {
  it('starts no job where another one ended between its look for an id and its lock', () => {
    const folder = temporaryFolder();
    const job = join(folder, 'job');
    const script = join(folder, 'submit.sh');
    writeFileSync(script, submission(job, {}, START, 'true'));
    // A mkdir that lets a whole other submission pass before it makes the lock.
    const between = `#!/bin/sh\ncase "$*" in */lock) PATH=/usr/bin:/bin sh '${script}' >/dev/null;; esac\nexec /bin/mkdir "$@"\n`;
    writeFileSync(join(folder, 'mkdir'), between, { mode: 0o755 });
    const run = (path: string): string =>
      execFileSync('sh', [script], { encoding: 'utf8', env: { PATH: path } }).trim();
    expect(run(`${folder}:/usr/bin:/bin`)).toBe('1');
    expect(run('/usr/bin:/bin')).toBe('1');
    expect(readFileSync(join(job, 'starts'), 'utf8')).toBe('started\n');
    expect(existsSync(join(job, 'lock'))).toBe(false);
  });
});
