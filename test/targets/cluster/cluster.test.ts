/** Targets on a real cluster: Slurm with three nodes behind a real sshd. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { createTarget } from '../../../src/targets/create.js';
import { parseTargets } from '../../../src/targets/description.js';
import type { JobRequest } from '../../../src/targets/target.js';
import {
  clusterOrReason,
  clusterTarget,
  hasEnded,
  jobRequest,
  loginNodeTarget,
  untilStatus,
} from '../../support/cluster/index.js';

const { cluster, reason } = await clusterOrReason();
const local = mkdtempSync(join(tmpdir(), 'trimtab-cluster-test-'));
afterAll(async () => {
  await cluster?.stop();
  rmSync(local, { recursive: true, force: true });
});

describe.skipIf(cluster === undefined)(
  `targets on a real cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const target = clusterTarget(cluster, { launcher: 'srun' });
    afterAll(() => target.close());
    const job = (argv: string[], more: Partial<JobRequest> = {}) => jobRequest(cluster, argv, more);

    it('are described in one line', async () => {
      expect(await target.describe()).toMatchObject({ ready: true });
      expect((await target.describe()).text).toMatch(/^cluster: Slurm \d+\.\d+\.\d+, main \(3 nodes\), .*Open MPI/);
    });

    it('run commands with output, exit code and environment', async () => {
      let output = '';
      const result = await target.run(
        {
          argv: ['sh', '-c', 'echo "$GREETING"; echo bad >&2; exit 3'],
          folder: cluster.home,
          environment: { GREETING: "it's $HOME" },
        },
        { onOutput: (text) => (output += text) },
      );
      expect(result).toMatchObject({ exitCode: 3, stopped: undefined });
      expect(output).toBe("it's $HOME\nbad\n");
      await expect(target.run({ argv: ['absent-program'], folder: cluster.home, environment: {} })).rejects.toThrow(
        /^On cluster: absent-program was not found on PATH/,
      );
    });

    it('end a command and what it started when cancelled', async () => {
      const cancel = new AbortController();
      let output = '';
      const result = await target.run(
        { argv: ['sh', '-c', 'sleep 1000 & echo "$! started"; wait'], folder: cluster.home, environment: {} },
        {
          signal: cancel.signal,
          onOutput: (text) => {
            output += text;
            if (output.includes(' started')) cancel.abort();
          },
        },
      );
      expect(result.stopped).toBe('cancelled');
      const child = Number.parseInt(output, 10);
      expect(child).toBeGreaterThan(0);
      // The far side is this machine too.
      await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
    });

    it('send, build and run 8 ranks on three nodes, and fetch', async () => {
      const project = join(local, 'heat2d');
      cpSync(resolve(import.meta.dirname, '../../../examples/heat2d-mpi'), project, { recursive: true });
      const there = await target.folderOf(project);
      expect((await target.send(project, there)).files).toBeGreaterThan(1);
      expect(await target.send(project, there)).toEqual({ files: 0, bytes: 0 });
      const built = await target.run({ argv: ['make', '-B'], folder: there, environment: {} });
      expect(built).toMatchObject({ exitCode: 0 });
      const resources = { ranks: 8 };
      const argv = target.launchCommand(['mpirun', '-n', '{ranks}', './heat2d', '64', '64', '20'], resources);
      expect(argv).toEqual(['srun', '--ntasks=8', './heat2d', '64', '64', '20']);
      const folder = join(there, '.trimtab', 'job1');
      const handle = await target.submit(job([...argv], { folder: there, jobFolder: folder, resources }));
      const status = await untilStatus(target, handle, hasEnded);
      expect(status).toMatchObject({ phase: 'succeeded', exitCode: 0, nodes: 'n[1-3]' });
      // One line: 8 programs of one rank each would print 8.
      expect((await target.output(handle, 0)).text).toMatch(/^heat2d: 64 iterations[^\n]*\n$/);
      const results = join(local, 'results');
      expect((await target.fetch(folder, results)).files).toBeGreaterThan(2);
      expect(readFileSync(join(results, 'exit'), 'utf8')).toMatch(/^code=0$/m);
      expect(await target.fetch(folder, results)).toEqual({ files: 0, bytes: 0 });
    });

    it.skipIf(!existsSync('/usr/bin/mpicc.mpich'))(
      'show when a launcher starts ranks that do not know each other',
      async () => {
        // Slurm's PMIx is not what MPICH speaks: srun starts separate programs and reports success.
        const source =
          '#include <mpi.h>\n#include <stdio.h>\nint main(int c, char **v) { int s; MPI_Init(&c, &v); MPI_Comm_size(MPI_COMM_WORLD, &s); printf("of %d\\n", s); MPI_Finalize(); return 0; }\n';
        const folder = mkdtempSync(join(cluster.home, 'mpich-'));
        writeFileSync(join(folder, 'size.c'), source);
        expect(
          await target.run({ argv: ['mpicc.mpich', '-o', 'size', 'size.c'], folder, environment: {} }),
        ).toMatchObject({ exitCode: 0 });
        const resources = { ranks: 3 };
        const handle = await target.submit(
          job([...target.launchCommand(['./size'], resources)], { folder, resources }),
        );
        expect(await untilStatus(target, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
        expect((await target.output(handle, 0)).text).toBe('of 1\nof 1\nof 1\n');
      },
    );

    it('submit a job once, and return the same id again', async () => {
      const request = job(['sleep', '0']);
      const [first, second] = await Promise.all([target.submit(request), target.submit(request)]);
      expect(second).toEqual(first);
      // The engine died after sbatch, before the id was noted.
      await untilStatus(target, first, hasEnded);
      rmSync(join(request.jobFolder, 'id'));
      mkdirSync(join(request.jobFolder, 'lock'));
      rmSync(join(request.jobFolder, 'started'));
      expect(await target.submit(request)).toEqual(first);
    });

    it('submit a sweep as one array, and return each element', async () => {
      const requests = [0, 1, 2, 3].map((i) => job(['sh', '-c', `echo element ${i}; exit ${i}`]));
      const handles = await target.submitAll(requests);
      expect(new Set(handles.map(({ id }) => id.replace(/_\d+$/, ''))).size).toBe(1);
      for (const [i, handle] of handles.entries()) {
        expect(await untilStatus(target, handle, hasEnded)).toMatchObject({
          phase: i === 0 ? 'succeeded' : 'failed',
          exitCode: i,
        });
        expect((await target.output(handle, 0)).text).toBe(`element ${i}\n`);
      }
    });

    it('know the elements of an array, even for a new process after the submitting one was killed', async () => {
      const requests = [0, 1, 2].map((i) => job(['sh', '-c', `echo element ${i}`]));
      const handles = await target.submitAll(requests);
      expect(await target.submitAll(requests)).toEqual(handles);
      expect(await target.submitAll([elementAt(requests, 2), elementAt(requests, 1)])).toEqual([
        handles[2],
        handles[1],
      ]);
      expect(await target.submit(elementAt(requests, 0))).toEqual(handles[0]);
      // Killed after sbatch, before any id was noted.
      for (const { jobFolder: folder } of requests) rmSync(join(folder, 'id'));
      const [added] = [job(['echo', 'new'])];
      const again = await target.submitAll([elementAt(requests, 1), added, elementAt(requests, 0)]);
      expect([again[0], again[2]]).toEqual([elementAt(handles, 1), elementAt(handles, 0)]);
      expect(await target.submit(elementAt(requests, 2))).toEqual(handles[2]);
      for (const handle of [...handles, elementAt(again, 1)])
        expect(await untilStatus(target, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
      expect((await target.output(elementAt(handles, 1), 0)).text).toBe('element 1\n');
    });

    it('start a job after others, or not at all', async () => {
      const good = await target.submit(job(['sleep', '1']));
      const next = await target.submit(job(['true'], { after: [good] }));
      expect(await untilStatus(target, next, hasEnded)).toMatchObject({ phase: 'succeeded' });
      const bad = await target.submit(job(['sh', '-c', 'sleep 1; exit 5']));
      const never = await target.submit(job(['true'], { after: [bad] }));
      const status = await untilStatus(target, never, hasEnded);
      expect(status).toMatchObject({ sentence: 'Not started: a job that had to succeed before did not.' });
    });

    it('cancel a job', async () => {
      const handle = await target.submit(job(['sleep', '100']));
      await untilStatus(target, handle, ({ phase }) => phase === 'running');
      await target.cancel(handle);
      expect(await untilStatus(target, handle, hasEnded)).toMatchObject({ phase: 'cancelled', sentence: 'Cancelled.' });
    });

    it('work on the login node itself', async () => {
      const here = loginNodeTarget(cluster);
      expect(await here.folderOf('/some/project')).toBe('/some/project');
      const handle = await here.submit(
        job(['sh', '-c', 'echo "$SLURM_JOB_NUM_NODES"'], { resources: { ranks: 4, nodes: 2 } }),
      );
      expect(await untilStatus(here, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
      expect(await here.output(handle, 0)).toEqual({ text: '2\n', next: 2 });
    });

    it('give a file to standard input of rank 0, under a scheduler and without', async () => {
      const folder = mkdtempSync(join(cluster.home, 'input-'));
      writeFileSync(join(folder, 'words'), 'first\nsecond\n');
      const input = { path: join(folder, 'words'), within: folder };
      const script = 'printf "%s:%s\\n" "$SLURM_PROCID" "$(cat | tr "\\n" ,)"';
      const argv = [...target.launchCommand(['sh', '-c', script], { ranks: 2 })];
      const shared = await target.submit(job(argv, { folder, input, resources: { ranks: 2 } }));
      expect(await untilStatus(target, shared, hasEnded)).toMatchObject({ phase: 'succeeded' });
      const lines = (await target.output(shared, 0)).text.trim().split('\n').sort();
      expect(lines).toEqual(['0:first,second,', '1:']);
      const plain = clusterTarget(cluster, { kind: 'ssh' });
      const handle = await plain.submit(job(['cat'], { folder, input }));
      expect(await untilStatus(plain, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
      expect((await plain.output(handle, 0)).text).toBe('first\nsecond\n');
      const gone = { ...input, path: join(folder, 'gone') };
      expect(
        await untilStatus(plain, await plain.submit(job(['cat'], { folder, input: gone })), hasEnded),
      ).toMatchObject({
        phase: 'failed',
        sentence: 'The file for standard input does not exist; send the project, or correct run.input in trimtab.yaml.',
      });
      await plain.close();
    });

    it('work on a plain machine without a scheduler', async () => {
      const plain = clusterTarget(cluster, { kind: 'ssh', setup: ['FROM_SETUP=yes', 'export FROM_SETUP'] });
      const seen = join(local, 'seen running');
      const script = `echo "$FROM_SETUP"; until [ -e '${seen}' ]; do sleep 0.1; done; kill -SEGV $$`;
      const handle = await plain.submit(job(['sh', '-c', script]));
      expect((await plain.status([handle]))[0]?.phase).toBe('running');
      writeFileSync(seen, '');
      expect(await untilStatus(plain, handle, hasEnded)).toMatchObject({
        phase: 'failed',
        sentence: 'The program was ended by SIGSEGV.',
      });
      expect((await plain.output(handle, 0)).text).toMatch(/^yes\n/);
      const long = await plain.submit(job(['sleep', '100']));
      await plain.cancel(long);
      expect((await plain.status([long]))[0]).toMatchObject({ phase: 'cancelled' });
      await plain.close();
    });

    it('ask for a passphrase once, through the program given for that', async () => {
      const key = join(local, 'locked');
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'open sesame', '-f', key]);
      appendFileSync(join(cluster.folder, 'ssh', 'authorized_keys'), readFileSync(`${key}.pub`));
      const program = join(local, 'askpass.sh');
      writeFileSync(program, `#!/bin/sh\necho asked >>'${local}/asked'\necho "$SECRET"\n`, { mode: 0o755 });
      const ownKey = (text: string) => text.replace(/^ {2}IdentityFile .*$/m, `  IdentityFile ${key}`);
      const sshConfig = cluster.sshConfigFrom('locked', ownKey);
      const locked = (secret: string) =>
        clusterTarget(
          cluster,
          { sshConfig },
          { connection: { askpass: { program, environment: { SECRET: secret } } } },
        );
      const asked = () => readFileSync(join(local, 'asked'), 'utf8').trim().split('\n').length;
      expect(await locked('wrong').describe()).toMatchObject({
        ready: false,
        text: expect.stringMatching(/refused the login/) as string,
      });
      expect(asked()).toBe(1);
      const good = locked('open sesame');
      await Promise.all([good.describe(), good.describe(), good.folderOf('/x')]);
      expect(await good.describe()).toMatchObject({ ready: true });
      expect(asked()).toBe(2);
      await good.close();
    });

    it('are reached through other hosts, as in ssh_config', async () => {
      const port = /^ {2}Port (\d+)$/m.exec(readFileSync(cluster.sshConfig, 'utf8'))?.[1] ?? '';
      const behind = `Host behind\n  ProxyJump cluster\n  Port ${port}\n`;
      const sshConfig = cluster.sshConfigFrom('jump', (text) => `${behind}${text}`);
      const targets = parseTargets({
        a: { kind: 'ssh', host: 'behind', sshConfig },
        b: { kind: 'ssh', host: 'absent', sshConfig: join(local, 'no-config') },
      }).map((description) => createTarget(description, { connection: { socketFolder: cluster.folder } }));
      const rows = await Promise.all(targets.map((target) => target.describe()));
      await Promise.all(targets.map((target) => target.close()));
      expect(rows).toMatchObject([
        { ready: true, text: expect.stringMatching(/^behind: \d+ cores, mpirun/) as string },
        { ready: false, text: expect.stringMatching(/ssh_config/) as string },
      ]);
    });

    it('delete there what is deleted here, and leave what was made there', async () => {
      const project = join(local, 'project');
      mkdirSync(project);
      for (const name of ['a.c', "b 'c'.c"]) writeFileSync(join(project, name), name);
      const there = await target.folderOf(project);
      await target.send(project, there);
      writeFileSync(join(there, 'made.o'), 'object');
      rmSync(join(project, 'a.c'));
      await target.send(project, there);
      expect(existsSync(join(there, 'a.c'))).toBe(false);
      expect(existsSync(join(there, "b 'c'.c")) && existsSync(join(there, 'made.o'))).toBe(true);
    });
  },
);
