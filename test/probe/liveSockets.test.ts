/** Live control of a run by the socket of its folder and by a port of the loopback interface; and attacks on them. */
import { execa } from 'execa';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { relative, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCode } from '../../src/base/files/index.js';
import { readEvents, regionOf } from './archive.js';
import { heldEnvironment, release, untilHeld } from './held.js';
import { buildOnce, environment, fresh, mpis, patient, prepare } from './support.js';

const build = buildOnce();
const STEPS = 60;

/** A client connected to a run, a line at a time. */
class Speaker {
  private text = '';

  constructor(readonly socket: Socket) {
    socket.on('error', () => undefined); // the other end may be gone
    socket.setEncoding('utf8').on('data', (piece) => (this.text += String(piece)));
  }

  /** The next lines; fewer where the connection has ended. */
  async answers(count: number): Promise<string[]> {
    const lines = (): string[] => this.text.split('\n').slice(0, -1);
    while (lines().length < count && !this.socket.destroyed && !this.socket.readableEnded) await sleep(10);
    const found = lines().slice(0, count);
    this.text = this.text.slice(found.reduce((length, line) => length + line.length + 1, 0));
    return found;
  }

  /** Returns the view of the ranks, from its first line to its last. */
  async view(): Promise<string[]> {
    const found = await this.ask('get flat', 2);
    while (!(found.at(-1) ?? 'end').startsWith('end')) found.push(...(await this.answers(1)));
    return found;
  }

  async ask(text: string, count = 1): Promise<string[]> {
    this.socket.write(`${text}\n`);
    return this.answers(count);
  }
}

/** Connects, as soon as those who wait before it are let in: more than a few may not wait at a socket. */
async function reach(where: NetConnectOpts): Promise<Speaker> {
  for (;;) {
    const socket = connect(where);
    try {
      await once(socket, 'connect');
      return new Speaker(socket);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      await sleep(20);
    }
  }
}

async function start(mpi: string, program: string, live: string) {
  const folder = fresh('spoken');
  const running = execa(`mpirun.${mpi}`, ['-n', '2', program, String(STEPS)], {
    env: heldEnvironment(folder, live),
    timeout: 300_000,
    reject: false,
  });
  const file = (name: string): string => join(folder, 'live', name);
  await untilHeld(folder, () => running.exitCode !== null, 2);
  /** Lets the program continue, which waits after its first steps so that no client is late, and waits for its end. */
  const end = () => {
    release(folder);
    return running;
  };
  return { folder, file, end };
}

describe.each(mpis.slice(0, 1))('a run with %s that listens at a socket', patient, (mpi) => {
  let program = '';
  let plain = '';

  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const env = { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_LIVE: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') };
    plain = (await execa(`mpirun.${mpi}`, ['-n', '2', program, String(STEPS)], { env })).stdout;
  }, 600_000);

  it('answers in the folder and on the loopback, each to the one who asked, and has the same result', async () => {
    const { folder, file, end } = await start(mpi, program, 'tcp');
    const [port = '', token = '', node, job] = readFileSync(file('tcp'), 'utf8').trim().split(' ');
    expect([node, job]).toEqual([hostname(), '-']);
    const modes = ['', 'socket', 'tcp'].map((name) => (statSync(file(name)).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600', '600']);
    const here = await reach({ path: relative(process.cwd(), file('socket')) });
    const far = await reach({ host: '127.0.0.1', port: Number(port) });
    expect(await far.ask(`token ${token}`)).toEqual(['ok 0']);
    expect(await here.view()).toContain('phase step');
    const [[off = ''], [on = '']] = await Promise.all([
      here.ask('function off relax_rows at 40'),
      far.ask('@me function on relax_rows at 55'),
    ]);
    expect([off, on]).toEqual(['ok 40', '@me ok 55']);
    const [ok = '', first, second] = await here.view();
    expect([ok, first, second]).toEqual([
      expect.stringMatching(/^ok \d+$/),
      ok.replace('ok', 'trimtab-live'),
      'run 2 flat',
    ]);
    const listening = await execa('ss', ['-ltnH'], { reject: false });
    expect(listening.stdout).not.toMatch(new RegExp(`(0\\.0\\.0\\.0|\\*|\\]):${port}\\s`));
    const { stdout } = await end();
    expect(stdout).toBe(plain);
    for (const events of (await readEvents(folder)).values()) {
      const entered = events.filter(({ kind }) => kind === 'ENTER').map(regionOf);
      if (entered.length > 0) expect(entered.filter((name) => name === 'relax_rows')).toHaveLength(39 + STEPS - 55 + 1);
    }
  });

  it('is harmed by none of those who speak wrongly, slowly, much or not to the end', async () => {
    const { file, end } = await start(mpi, program, 'tcp');
    const [port = ''] = readFileSync(file('tcp'), 'utf8').trim().split(' ');
    const place = { path: relative(process.cwd(), file('socket')) };
    const tcp = { host: '127.0.0.1', port: Number(port) };
    for (const first of [`token ${'0'.repeat(64)}`, 'token ', 'GET / HTTP/1.1\r', 'finish', 'x'.repeat(1 << 20)])
      expect(await (await reach(tcp)).ask(`${first}\nfinish`)).toEqual([]);
    const waiting = await Promise.all(Array.from({ length: 40 }, () => reach(tcp)));
    const vanishing = await reach(place);
    vanishing.socket.end('function off comp'); // without the end of the line
    const flooding = await reach(place);
    flooding.socket.write('get tree\n'.repeat(3000)); // and never read
    flooding.socket.pause();
    const garbage = await reach(place);
    garbage.socket.write(Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 167) % 256)));
    expect(await garbage.ask(`\n${'x'.repeat(1 << 20)}`)).toEqual([expect.stringMatching(/^error \d+ /)]);
    const fine = await reach(place);
    expect(await fine.ask('depth 60')).toEqual([expect.stringMatching(/^ok \d+$/)]);
    const all = await Promise.all(Array.from({ length: 20 }, () => reach(place)));
    expect(await fine.ask('function off nothing')).toEqual(['error 14 no function that can be switched has this name']);
    const { stdout, exitCode } = await end();
    expect([exitCode, stdout]).toEqual([0, plain]);
    const refused = (await Promise.all(all.map((one) => one.answers(1)))).flat();
    expect([...new Set(refused)]).toEqual(['error 1 too many clients are connected to this run already']);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const one of [...waiting, ...all, flooding, garbage, fine]) one.socket.destroy();
  });

  it('opens no port unless requested', async () => {
    const { file, end } = await start(mpi, program, '1');
    expect(existsSync(file('tcp'))).toBe(false);
    const fine = await reach({ path: relative(process.cwd(), file('socket')) });
    expect(await fine.ask('finish')).toEqual([expect.stringMatching(/^ok \d+/)]);
    expect((await end()).stdout).toBe(plain);
    expect(await fine.answers(1)).toEqual([]);
  });
});
