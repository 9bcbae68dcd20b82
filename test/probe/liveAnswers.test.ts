/** Live control of a run: its answers and views, its refusals, and the overhead of listening. */
import { execa } from 'execa';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trimtab } from '../cli/support.js';
import { usually } from '../support/matrix.js';
import { readEvents, readProperties } from './archive.js';
import { from, iterationsWith, linesOf, named, RANKS, start } from './going.js';
import { build, environment, fresh, mpis, patient, prepare, wrapper } from './support.js';

describe.each(usually(mpis, 'openmpi'))('a run with %s and a control channel', patient, (mpi) => {
  let program = '';

  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
  }, 600_000);

  it('refuses what comes too late, what is no request and what would give wrong numbers', async () => {
    const going = await start(mpi, program, [60]);
    going.ask('get flat');
    await going.answers(1);
    const asked = [
      '@a function off compute at 1',
      'function off nothing',
      'junk \u0001',
      '@b  sample 10001',
      'x'.repeat(9000),
    ];
    going.ask(...asked, 'group off IO', 'sample x', 'metric on x', '', 'run begin phase other 7');
    const answers = (await going.answers(11)).slice(1);
    expect(answers.map((answer) => answer.replace(/rank \d+ is at iteration \d+/, 'HERE'))).toEqual([
      '@a error 28 too late: HERE',
      'error 14 no function that can be switched has this name',
      'error 6 no request holds this character',
      expect.stringMatching(/^@b error 12 more than 10000 samples/),
      'error 1025 a request has at most 1024 characters',
      'error 11 no group has this name',
      'error 8 a number belongs here',
      expect.stringMatching(/^error 11 no counter that is read has this name/),
      expect.stringMatching(/^error 1 one of metric,/),
      'error 17 iterations of "step" are counted, no others',
    ]);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 60));
    expect((await readProperties(going.folder)).has('SWITCHES')).toBe(false);
  });

  it('reports the changes since an answer, and everything if they are unknown', async () => {
    const going = await start(mpi, program, [60, 0]);
    const view = async (request: string): Promise<string[]> => {
      const asked = linesOf(join(going.folder, 'live/answers')).length;
      going.ask(request);
      const number = named((await going.answers(asked + 1)).at(-1));
      expect(linesOf(join(going.folder, 'live/view'))[0]).toBe(`trimtab-live ${number}`);
      return linesOf(join(going.folder, 'live/view'));
    };
    const changing = /^(since|sum|function) /;
    // The second look is at unchanged data, since the program is held.
    await view('get flat');
    const all = await view('get flat');
    const number = Number(all[0]?.split(' ')[1]);
    expect(all.filter((line) => line.startsWith('sum ')).length).toBeGreaterThan(3);
    expect((await view(`get flat since ${number}`)).filter((line) => changing.test(line))).toEqual([`since ${number}`]);
    // Nothing was reported by call path, and nothing later than the last answer.
    for (const request of [`get tree since ${number}`, 'get flat since 1000000'])
      expect((await view(request)).filter((line) => line.startsWith('since '))).toEqual([]);
    await going.end();
  });

  it('refuses requests that other users may have written, and continues when a file is removed', async () => {
    const going = await start(mpi, program, [60]);
    const requests = join(going.folder, 'live/requests');
    expect([join(going.folder, 'live'), requests].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    chmodSync(requests, 0o620);
    going.ask('function off *');
    await going.said(/is not read/);
    const { remarks } = await going.end();
    expect(linesOf(join(going.folder, 'live/answers'))).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/is not read, since others than you may have written it/)]);
    const events = await readEvents(going.folder);
    expect(iterationsWith(events.get('0'), 'compute')).toEqual(from(1, 60));
  });

  it('is shown and switched from the command line', async () => {
    const going = await start(mpi, program, [60]);
    const shown = await trimtab(going.folder, 'live', going.folder, '--once');
    expect([shown.code, shown.err]).toEqual([0, '']);
    expect(shown.out).toMatch(/^4 ranks; step \d+ to \d+; \d+ of 7 functions on\n/);
    expect(shown.out).toMatch(/^compute +[\d,]+ /m);
    const tree = await trimtab(going.folder, 'live', going.folder, '--once', '--tree', '--json');
    const { sums } = JSON.parse(tree.out) as { sums: { path: string[] }[] };
    expect(sums.map(({ path }) => path.join(' '))).toContain('main step step_once relax_rows compute');
    expect((await trimtab(going.folder, 'live', going.folder, 'function', 'off', 'compute', 'at', '50')).out).toBe(
      'At iteration 50.\n',
    );
    const refused = await trimtab(going.folder, 'live', going.folder, 'sample', '10001');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^trimtab: sample 10001: more than 10000 samples/);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 49));
    const after = await trimtab(going.folder, 'live', going.folder, '--once');
    expect(after.err).toMatch(/is neither a running program nor the folder of its records/);
  });

  it('shows what threads did that have ended, in a profile', async () => {
    const env = { TRIMTAB_MODE: 'profile', LIVE_BURN: '1', LIVE_THREAD_AT: '11' };
    const going = await start(mpi, program, [30], env);
    going.ask('get flat burn_apart');
    await going.answers(1);
    const view = readFileSync(join(going.folder, 'live/view'), 'utf8');
    await going.end();
    // A thread in each of the steps 11 to 19, which were over when it was asked.
    expect(view).toMatch(/^sum 36 \d+ burn_apart$/m);
  });
});

/** A number of a file below /proc. */
const told = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1]);

describe('a run without a connected client', patient, () => {
  it('takes no memory for what is asked while nothing is', async () => {
    const program = fresh('waits');
    writeFileSync(`${program}.c`, '#include <stdio.h>\nint main(void) { return getchar() == 0; }\n');
    await execa(wrapper, ['gcc', '-O1', '-o', program, `${program}.c`], { env: environment });
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: fresh('waiting'), TRIMTAB_LIVE: '1', TRIMTAB_FINISH: '0' };
    const running = execa(program, { env });
    const tasks = `/proc/${running.pid}/task`;
    const listener = (): string | undefined => readdirSync(tasks).find((task) => Number(task) !== running.pid);
    while (listener() === undefined) await sleep(20);
    const looks = (): number => told(`${tasks}/${listener()}/status`, 'voluntary_ctxt_switches');
    const held = (): number => told(`/proc/${running.pid}/status`, 'VmHWM');
    while (looks() < 1) await sleep(20);
    const before = held();
    while (looks() < 4) await sleep(50);
    expect(held() - before).toBeLessThan(2048);
    running.stdin.end();
    await running;
  });
});
