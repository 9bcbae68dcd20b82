import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { productBundles } from '../../../scripts/lib/bundles.mjs';
import { type Cluster, startCluster, whyNoCluster } from '../../../scripts/lib/cluster/cluster.mjs';
import { elementAt } from '../../../src/base/elements.js';
import { kindOf, type Question, readAnswer, readQuestion } from '../../../src/extension/askpass/question.js';
import { AskpassServer } from '../../../src/extension/askpass/server.js';
import { createTarget } from '../../../src/targets/create.js';
import { parseTargets } from '../../../src/targets/description.js';

describe('a question of ssh', () => {
  it('is about a secret, or yes or no', () => {
    expect(kindOf("Enter passphrase for key '/k': ", undefined)).toBe('secret');
    expect(kindOf('Are you sure you want to continue connecting (yes/no/[fingerprint])? ', undefined)).toBe('confirm');
    expect(kindOf('Are you sure you want to continue connecting (yes/no)? ', undefined)).toBe('confirm');
    expect(kindOf('Allow use of key?', 'confirm')).toBe('confirm');
  });

  it('and its answer are taken from JSON only', () => {
    const question: Question = { prompt: 'a\nb', kind: 'secret', process: 7 };
    expect(readQuestion(JSON.stringify(question))).toEqual(question);
    for (const line of ['', '{', '{}', '{"prompt":"x","kind":"other","process":1}'])
      expect(readQuestion(line)).toBe(undefined);
    expect(readAnswer('{"answer":"x"}\n')).toBe('x');
    for (const line of ['', '{"answer":null}', '{"answer":3}', 'x']) expect(readAnswer(line)).toBe(undefined);
  });
});

const reason = whyNoCluster();
if (reason !== undefined) console.warn(reason);

describe.skipIf(reason !== undefined)('ssh asks the person', () => {
  const secret = 'open sesame';
  let cluster: Cluster;
  let folder: string;
  let helper: string;
  let server: AskpassServer | undefined;

  beforeAll(async () => {
    cluster = await startCluster();
    folder = mkdtempSync(join(tmpdir(), 'askpass-'));
    helper = join(folder, 'askpass.cjs');
    const bundle = productBundles().builds.find(({ name }) => name === 'askpass');
    await build({ ...bundle?.options, outfile: helper, sourcemap: false });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', secret, '-f', join(folder, 'locked')]);
    appendFileSync(join(cluster.folder, 'ssh', 'authorized_keys'), readFileSync(join(folder, 'locked.pub')));
  });

  afterEach(() => {
    server?.dispose();
    server = undefined;
  });

  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Connects with a changed ssh_config; answers as the person does. */
  async function connect(name: string, change: (text: string) => string, answer: string | undefined) {
    const asked: Question[] = [];
    server = new AskpassServer({ node: process.execPath, helper }, (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    });
    const askpass = await server.start();
    const sshConfig = cluster.sshConfigFrom(name, change);
    const configuration = elementAt(parseTargets({ cluster: { kind: 'ssh', host: 'cluster', sshConfig } }), 0);
    const target = createTarget(configuration, { connection: { askpass, socketFolder: folder } });
    const first = await target.describe();
    await target.close();
    return { first, asked, askpass };
  }

  const withKey = (text: string) => text.replace(/^ {2}IdentityFile .*$/m, `  IdentityFile ${join(folder, 'locked')}`);

  it('for a passphrase, whose answer is left nowhere', async () => {
    const { first, asked, askpass } = await connect('asked', withKey, secret);
    expect(first).toMatchObject({ ready: true });
    expect(asked.map(({ kind }) => kind)).toEqual(['secret']);
    expect(asked[0]?.prompt).toContain('passphrase for key');
    const own = dirname(askpass.program);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(readdirSync(own).sort()).toEqual(['ask', 's']);
    expect(readFileSync(askpass.program, 'utf8')).not.toContain(secret);
    expect(JSON.stringify(askpass)).not.toContain(secret);
    server?.dispose();
    expect(existsSync(own)).toBe(false);
  });

  it('once, and reports in a sentence that the question was closed', async () => {
    const { first, asked } = await connect('closed', withKey, undefined);
    expect(first).toEqual({
      ready: false,
      isReached: false,
      text: 'The login to cluster was given up: a question of ssh was closed without an answer; start again to be asked again.',
    });
    expect(asked).toHaveLength(1);
  });

  it('whether an unknown host is the right one', async () => {
    const known = join(folder, 'known_hosts');
    writeFileSync(known, '');
    const unknown = (text: string) =>
      text
        .replace(/UserKnownHostsFile .*$/m, `UserKnownHostsFile ${known}`)
        .replace('StrictHostKeyChecking yes', 'StrictHostKeyChecking ask');
    const refused = await connect('unknown', unknown, undefined);
    expect(refused.asked.map(({ kind }) => kind)).toEqual(['confirm']);
    expect(refused.asked[0]?.prompt).toMatch(/fingerprint is SHA256:/);
    expect(refused.first.text).toMatch(/^The login to cluster was given up/);
    expect(readFileSync(known, 'utf8')).toBe('');
    const accepted = await connect('unknown', unknown, 'yes');
    expect(accepted.first).toMatchObject({ ready: true });
    expect(readFileSync(known, 'utf8')).toContain('ssh-ed25519');
  });

  it('not, when the window is gone', async () => {
    server = new AskpassServer({ node: process.execPath, helper }, () => Promise.resolve(secret));
    const { program, environment } = await server.start();
    const script = join(folder, 'ask');
    writeFileSync(script, readFileSync(program), { mode: 0o700 });
    server.dispose();
    server = undefined;
    expect(() =>
      execFileSync(script, ['Password: '], { env: { ...process.env, ...environment }, stdio: 'pipe' }),
    ).toThrow('closed without an answer');
  });
});
