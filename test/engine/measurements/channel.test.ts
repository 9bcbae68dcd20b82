import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Channel } from '../../../src/engine/measurements/channel.js';
import type { AnswerQuery } from '../../../src/engine/measurements/connection.js';
import { type Experiment, ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { EngineStoppedError } from '../../../src/extension/client/engineErrors.js';
import { MeasurementChannel } from '../../../src/extension/client/measurementChannel.js';
import { CancelledError, TrimtabError } from '../../../src/base/problem.js';
import { encodeFrame } from '../../../src/protocol/frames.js';
import { checkAnswer } from '../../../src/protocol/queries/index.js';
import { send } from '../../../src/protocol/requests.js';
import { temporaryFolder } from '../../experiments/support.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';
import { EngineClient } from '../support/client.js';
import { exampleArchive } from '../support/archives.js';
import { experimentOf, spaceOf } from './support.js';

const space = spaceOf([-1, 0], 2, new Map([['time', [[1, 2], [3, 4]]]])); // prettier-ignore
const whole = { metric: 'time', node: null, inclusive: true } as const;

describe('the private channel', () => {
  let log: string[];
  beforeEach(() => (log = []));

  /** A channel and a client of it. */
  function connected(answer: AnswerQuery): { channel: Channel; client: MeasurementChannel } {
    const channel = new Channel(answer, (text) => log.push(text));
    const client = new MeasurementChannel(() => channel.address());
    onTestFinished(() => {
      client.dispose();
      channel.close();
    });
    return { channel, client };
  }

  /** Answers with as many numbers as the metric specifies. */
  const numbers: AnswerQuery = (_, kind, ask) => {
    const length = 'metric' in ask ? Number(ask.metric) : 0;
    const value = Float64Array.from({ length }, (__, at) => at / 3);
    return Promise.resolve(checkAnswer(kind, { unit: 'seconds' }, { value }));
  };

  it('brings numbers as they are, many questions at a time, however large the answers', async () => {
    const { client } = connected(numbers);
    const lengths = [0, 1, 7, 1000, 1 << 20, 3, 1 << 17, 1 << 20];
    const answers = await Promise.all(
      lengths.map((length) => client.query('any', 'locationValues', { ...whole, metric: String(length) })),
    );
    for (const [index, { columns }] of answers.entries()) {
      expect(columns.value).toHaveLength(lengths[index] ?? -1);
      expect(columns.value.at(-1)).toBe(lengths[index] === 0 ? undefined : ((lengths[index] ?? 0) - 1) / 3);
    }
  });

  it('lies in a folder that only this user may enter, which is gone afterwards', async () => {
    const { channel } = connected(numbers);
    const { path } = await channel.address();
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
    channel.close();
    expect(() => statSync(dirname(path))).toThrow(/ENOENT/);
  });

  it('is tried again by the next client after a failed connection', async () => {
    const temporary = process.env.TMPDIR;
    onTestFinished(() => {
      if (temporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = temporary;
    });
    const folder = temporaryFolder();
    const { client } = connected(numbers);
    process.env.TMPDIR = join(folder, 'not-there');
    await expect(client.query('any', 'locationValues', { ...whole, metric: '3' })).rejects.toThrow(/ENOENT/);
    process.env.TMPDIR = folder;
    expect((await client.query('any', 'locationValues', { ...whole, metric: '3' })).columns.value).toHaveLength(3);
  });

  it('lies where its path is not cut, however long that of the folder for temporary files', async () => {
    const temporary = process.env.TMPDIR;
    onTestFinished(() => {
      if (temporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = temporary;
    });
    const deep = join(temporaryFolder(), 'd'.repeat(120));
    mkdirSync(deep);
    process.env.TMPDIR = deep;
    const { channel, client } = connected(numbers);
    const { path } = await channel.address();
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
    expect((await client.query('any', 'locationValues', { ...whole, metric: '3' })).columns.value).toHaveLength(3);
  });

  it.each([
    ['does not know the token', [{ kind: 'hello', token: 'guessed' }], 'A program without the token connected.'],
    ['says no hello', [{ kind: 'cancel', id: 1 }], 'A program asked before it sent the token.'],
    ['says what is no message', [{ kind: 'run', argv: ['sh'] }], 'A message is none: '],
  ])('cuts off who %s', async (_, heads, reason) => {
    const { channel } = connected(numbers);
    const { path } = await channel.address();
    const socket = createConnection(path);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    for (const head of heads) for (const piece of encodeFrame({ head, columns: {} })) socket.write(piece);
    await closed;
    expect(log.join('\n')).toContain(`The private channel was closed: ${reason}`);
  });

  it('cuts off who sends bytes that are no frame', async () => {
    const { channel } = connected(numbers);
    const { path } = await channel.address();
    const socket = createConnection(path);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await closed;
    expect(log.join('\n')).toMatch(/A frame is damaged: it has \d+ bytes, and at most 8388608 are read\./);
  });

  it('computes no more answers than a client accepts, and abandons those without a waiting client', async () => {
    let [begun, given] = [0, 0];
    const release: (() => void)[] = [];
    const { client } = connected(async (experiment, kind, ask, signal) => {
      begun++;
      await new Promise<void>((resolve, reject) => {
        release.push(resolve);
        signal.addEventListener('abort', () => reject(new CancelledError()));
      });
      given++;
      return numbers(experiment, kind, ask, signal);
    });
    const aborts = Array.from({ length: 10 }, () => new AbortController());
    const asked = aborts.map(({ signal }) => client.query('any', 'locationValues', { ...whole, metric: '5' }, signal));
    const ended = Promise.allSettled(asked);
    await expect.poll(() => begun).toBe(2);
    // The two that are under way, and all that wait but the last.
    for (const abort of aborts.slice(0, 9)) abort.abort();
    await expect.poll(() => begun).toBe(3);
    for (const resolve of release) resolve();
    const states = (await ended).map(({ status }) => status);
    expect(states).toEqual([...Array.from({ length: 9 }, () => 'rejected'), 'fulfilled']);
    expect([begun, given]).toEqual([3, 1]);
  });

  it("reports users' problems in their sentence, and refuses invalid questions", async () => {
    const { client } = connected(() => Promise.reject(new TrimtabError('The stored performance space is damaged.')));
    await expect(client.query('any', 'callTree', {})).rejects.toThrow(
      new TrimtabError('The stored performance space is damaged.'),
    );
    const wrong = client.query('any', 'locationValues', { ...whole, node: -1 });
    await expect(wrong).rejects.toThrow(/^The query locationValues: node: /);
  });

  it('refuses answers that are too large, in a sentence', async () => {
    const { client } = connected(numbers);
    await expect(client.query('any', 'locationValues', { ...whole, metric: String(9 << 20) })).rejects.toThrow(
      new TrimtabError(
        'This asks for 75.5 MB of numbers at once, and at most 67.1 MB are given; ask for fewer locations, call paths or windows.',
      ),
    );
  });

  it('connects again after the engine went away', async () => {
    let now = connected(() => new Promise(() => undefined)).channel;
    const client = new MeasurementChannel(() => now.address());
    onTestFinished(() => client.dispose());
    const lost = client.query('any', 'callTree', {});
    const stopped = expect(lost).rejects.toThrow(EngineStoppedError);
    await expect.poll(() => now.clients).toBe(1);
    now.close();
    await stopped;
    now = connected(numbers).channel;
    expect((await client.query('any', 'locationValues', { ...whole, metric: '2' })).columns.value).toHaveLength(2);
  });
});

describe('a real engine', () => {
  let bundle: EngineBundle;
  beforeAll(async () => {
    bundle = await bundleEngine();
  });
  afterAll(() => bundle.remove());

  /** An engine for a workspace with one experiment. */
  async function engineOf(
    trusted: boolean,
  ): Promise<{ experiment: Experiment; client: EngineClient; channel: MeasurementChannel }> {
    const folder = temporaryFolder();
    const experiment = experimentOf(new ExperimentStore(folder), space);
    const client = await EngineClient.start(bundle.engine, [folder], { trusted, probeFolder: '' });
    const channel = new MeasurementChannel(() => send(client.connection, 'trimtab/openChannel', null));
    onTestFinished(async () => {
      channel.dispose();
      await client.stop();
    });
    return { experiment, client, channel };
  }

  it('answers over the channel, reports why it cannot, and answers again', async () => {
    const { experiment, channel } = await engineOf(false);
    const { columns } = await channel.query(experiment.id, 'locationValues', whole);
    expect([...columns.value]).toEqual([4, 6]);
    await expect(channel.query('20260101-000000-app-ffff', 'callTree', {})).rejects.toThrow(
      /^There is no experiment 20260101-000000-app-ffff in this workspace/,
    );
    const path = join(experiment.folder, FILES.space);
    const good = experiment.space();
    expect(good.locationCount).toBe(2);
    writeFileSync(path, 'damaged');
    await expect(channel.query(experiment.id, 'callTree', {})).rejects.toThrow(
      /^The stored performance space is damaged: /,
    );
  });

  it.each([true, false])('reads a trace outside of the experiment only where that is trusted: %s', async (trusted) => {
    const { client, channel } = await engineOf(trusted);
    const path = join(exampleArchive('heat2d-mpi'), 'traces.otf2');
    const { experiment } = await send(client.connection, 'trimtab/openTrace', { task: 'j', path });
    const { head } = await channel.query(experiment, 'definitions', {});
    expect(head.hasEvents).toBe(trusted);
    const counts = channel.query(experiment, 'eventCounts', { from: -1, to: 1e9, windows: 1, locations: null });
    if (!trusted)
      await expect(counts).rejects.toThrow(/ is outside of its folder and is read only in a trusted workspace; /);
    else {
      const report = (await send(client.connection, 'trimtab/report', null))?.report;
      expect((await counts).columns.count.reduce((sum, count) => sum + count, 0)).toBe(report?.events);
    }
  });
});
