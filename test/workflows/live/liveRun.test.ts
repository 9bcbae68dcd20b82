/** Live control of a run by every available channel. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/base/problem.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import { portIn } from '../../../src/workflows/live/ends.js';
import { LiveRun } from '../../../src/workflows/live/liveRun.js';
import { patient } from '../../probe/support.js';
import { from, iterationsWith, liveProgram, mpi, startHeld, STEPS } from '../../probe/held.js';

const target = createTarget(LOCAL);
afterAll(() => target.close());

describe.skipIf(mpi === undefined)('a run on this machine', patient, () => {
  let program = '';
  beforeAll(async () => {
    program = await liveProgram();
  }, 600_000);

  it('is controlled by its socket, by its port, and by its files, the same at the end', async () => {
    const { folder, asked, end } = await startHeld(program, 'tcp');
    const said: string[] = [];
    const speaker = (): LiveRun => new LiveRun(target, folder, (sentence) => said.push(sentence));

    const bySocket = speaker();
    const first = await bySocket.look();
    expect(first).toMatchObject({ size: 2, phase: 'step' });
    expect(await bySocket.ask('function off compute at 25')).toEqual({ kind: 'done', iteration: 25, note: '' });
    expect(await bySocket.ask('function off nothing')).toEqual({
      ...{ kind: 'refused', column: 14 },
      why: 'no function that can be switched has this name',
    });
    // Of the second look only what has changed came; it is all that is known all the same.
    const second = await bySocket.look();
    expect(second.functions).toEqual(first.functions);
    expect(second.sums.map(({ path }) => path).sort()).toEqual(first.sums.map(({ path }) => path).sort());
    expect(second.ranks.map(({ waiting }) => waiting)).toEqual([1, 1]);
    rmSync(join(folder, 'live/socket'));

    const byPort = speaker();
    expect(await byPort.ask('function on compute at 35')).toMatchObject({ kind: 'done', iteration: 35 });
    rmSync(join(folder, 'live/tcp'));
    expect([said, asked()]).toEqual([[], '']);

    const byFiles = speaker();
    expect(await byFiles.ask('function off compute at 45')).toMatchObject({ kind: 'done', iteration: 45 });
    expect((await byFiles.look('get tree')).sums.map(({ path }) => path.join('/'))).toContain(
      'main/step/step_once/relax_rows/compute',
    );
    expect(asked()).toMatch(/^@\w+ function off compute at 45\n@\w+ get tree\n$/);
    expect(said).toEqual([`The control channel to the run on ${target.name} uses files: it has no socket.`]);

    await end();
    for (const found of await iterationsWith(folder, 'compute'))
      expect(found).toEqual([...from(1, 24), ...from(35, 44)]);
    for (const one of [bySocket, byPort, byFiles]) await expect(one.look()).rejects.toThrow(/^The run has ended\.$/);
    expect(STEPS).toBeGreaterThan(45);
  });

  it('loses nothing when a client vanishes, and asks again by another connection', async () => {
    const { folder, end } = await startHeld(program, '1');
    const run = new LiveRun(target, folder);
    await run.look();
    const leaving = new AbortController();
    const asked = run.look('get tree', leaving.signal);
    leaving.abort();
    await expect(asked).rejects.toThrow(CancelledError);
    expect(await run.ask('function off compute at 25')).toMatchObject({ kind: 'done', iteration: 25 });
    run.close();
    await end();
    for (const found of await iterationsWith(folder, 'compute')) expect(found).toEqual(from(1, 24));
  });
});

describe('what claims to be a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-claims-'));
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a folder like that of a run, with another process listening at its socket. */
  async function claim(name: string, hear: (socket: Socket) => void): Promise<string> {
    const live = join(folder, name, 'live');
    mkdirSync(live, { recursive: true });
    for (const file of ['decisions', 'rank-0']) writeFileSync(join(live, file), '');
    const server = createServer((socket) => {
      socket.on('error', () => undefined); // it is left as it pleases
      hear(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(join(live, 'socket'), resolve));
    return join(folder, name);
  }

  // No file of requests exists: that is reported on the first attempt.
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['says nothing that a run says', (socket) => socket.write('HTTP/1.1 400\r\n'), /another program listens there/],
    ['hangs up', (socket) => socket.end(), /connection/],
  ])('and %s is left for the files', async (name, hear, why) => {
    const said: string[] = [];
    const run = new LiveRun(target, await claim(name, hear), (sentence) => said.push(sentence));
    await expect(run.look()).rejects.toThrow(/^The run has ended\.$/);
    expect(said).toEqual([expect.stringMatching(why)]);
  });

  it('and hangs up instead of an answer is not asked again for what changes something', async () => {
    const said: string[] = [];
    const place = await claim('leaves', (socket) =>
      socket.on('data', (data) => {
        said.push(String(data).replace(/^@\w+ /, ''));
        if (String(data).startsWith('@hello ')) socket.write('@hello error 1 no request\n');
        else socket.end();
      }),
    );
    const run = new LiveRun(target, place);
    await expect(run.ask('abort')).rejects.toThrow(/disconnected before it answered/);
    expect(said).toEqual(['trimtab\n', 'abort\n']);
    expect(existsSync(join(place, 'live/requests'))).toBe(false);
  });

  it('distinguishes valid and invalid ports', () => {
    const token = 'a0'.repeat(32);
    expect(portIn(`listens\ntcp 40123 ${token} n1 17\n`)).toEqual({
      listener: { kind: 'port', port: 40123, node: 'n1', job: '17' },
      token,
    });
    expect(portIn(`tcp 40123 ${token} host.example -\n`)?.listener.job).toBeUndefined();
    for (const wrong of [
      `tcp 0 ${token} n1 17`,
      `tcp 65536 ${token} n1 17`,
      `tcp 40123 ${token} -oProxyCommand=x 17`,
      `tcp 40123 ${token} n1 $(id)`,
      `tcp 40123 ${token.slice(1)} n1 17`,
      `tcp 40123 ${token}`,
    ])
      expect(portIn(`${wrong}\n`)).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const found = portIn(`tcp ${text}\n`);
        return found === undefined || /^[\w.-]+$/.test(found.listener.node);
      }),
    );
  });
});
