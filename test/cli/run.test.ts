/** `trimtab run` as people call it: the bundle, started as a process, on a real MPI program. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { buildProbe, lacking, mpiProject, RECEIVE_LINE } from '../workflows/mpiProject.js';
import { temporaryFolder } from '../experiments/support.js';
import { installedCommand, reportOf } from './command.js';

const without = await lacking();
const { trimtab, path } = installedCommand();

describe.skipIf(without !== undefined)('trimtab run', () => {
  beforeAll(() => buildProbe());

  it('proposes, runs, and keeps an experiment that can be listed, shown and deleted', async () => {
    const { folder, source } = mpiProject();
    const outcome = await trimtab(['run', source, '--trace', '--json'], folder);
    expect(outcome.stderr).toMatch(
      /^Found no build description; late\.c is compiled as a C program with mpicc\.\nWrote .*trimtab\.yaml/,
    );
    expect(outcome.code).toBe(0);
    const report = reportOf(outcome.stdout);
    const late = report.findings.find(({ property }) => property === 'mpi_latesender');
    expect(late?.place).toEqual({ file: source, line: RECEIVE_LINE });

    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const { id } = elementAt(JSON.parse(list.stdout) as { id: string }[], 0);
    expect((await trimtab(['experiments'], folder)).stdout).toContain(id);
    expect(reportOf((await trimtab(['experiments', 'show', 'latest', '--json'], folder)).stdout)).toEqual(report);
    const shown = await trimtab(['experiments', 'show', id.slice(0, 15)], folder);
    expect(shown.stdout).toMatch(new RegExp(`Late Sender +late\\.c:${RECEIVE_LINE}`));
    const rows = (await trimtab(['experiments', 'show', id, '--tsv'], folder)).stdout.split('\n');
    expect(rows.some((row) => row.startsWith('mpi_latesender\t'))).toBe(true);

    expect(await trimtab(['experiments', 'delete', '../..'], folder)).toMatchObject({ code: 1 });
    expect(await trimtab(['experiments', 'delete', id], folder)).toMatchObject({ code: 0 });
    expect((await trimtab(['experiments', 'list', '--json'], folder)).stdout).toBe('[]\n');
  });

  it('builds with a given command in a folder that describes no build', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'parts/a.c.txt'), '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n');
    writeFileSync(join(folder, 'build.sh'), '#!/bin/sh\ngcc -x c -o program parts/a.c.txt\n', { mode: 0o755 });
    expect((await trimtab(['run'], folder)).stderr).toContain('holds no Makefile');
    const { code, stderr } = await trimtab(['run', '--build', './build.sh'], folder);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Found no build description; the given command builds the program.');
    expect(readFileSync(join(folder, 'trimtab.yaml'), 'utf8')).toContain('[trimtab-build, --fresh, ./build.sh]');
  });

  it('prints what was found until a run failed, and its output once', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, exit]\nmeasure: { mode: trace }\n',
    );
    const { code, stdout, stderr } = await trimtab(['run'], folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`Late Sender +late\\.c:${RECEIVE_LINE}`));
    expect(stdout).toMatch(/^Next: trimtab experiments show \S+ --metrics$/m);
    expect(stderr).toContain('The measurements until then are kept in experiment');
    expect(stderr.split('measured part done')).toHaveLength(2);
  });

  it('stops on Ctrl-C, keeps what was measured, and ends with 130', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, hang]\nmeasure: { mode: trace }\n',
    );
    const child = spawn(process.execPath, [path(), 'run'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const before = stderr;
      stderr += chunk.toString();
      if (stderr.includes('measured part done') && !before.includes('measured part done')) child.kill('SIGINT');
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(stderr).toContain('Stopping, and keeping the measured data');
    expect(code).toBe(130);
    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const summary = elementAt(JSON.parse(list.stdout) as { state: string; folder: string }[], 0);
    expect(summary.state).toBe('cancelled');
    const analyzed = await trimtab(['analyze', join(summary.folder, 'trace'), '--json'], folder);
    const { findings, doubts } = reportOf(analyzed.stdout);
    expect(
      findings.map(({ property }) => property),
      JSON.stringify(doubts),
    ).toContain('mpi_latesender');
  });

  it('makes and analyses the trace of a run of which only records are left, by the command that its experiment names', async () => {
    const { folder } = mpiProject();
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, hang]\nmeasure: { mode: trace }\n',
    );
    const child = spawn(process.execPath, [path(), 'run'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const before = stderr;
      stderr += chunk.toString();
      if (stderr.includes('measured part done') && !before.includes('measured part done')) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    const list = await trimtab(['experiments', 'list', '--json'], folder);
    const summary = elementAt(JSON.parse(list.stdout) as { folder: string }[], 0);
    const trace = join(summary.folder, 'trace');
    // The ranks outlive a killed Trimtab; SIGTERM lets them write what they recorded.
    for (const name of readdirSync(join(trace, 'raw')).filter((entry) => entry.endsWith('.txt')))
      process.kill(Number(/^pid (\d+)$/m.exec(readFileSync(join(trace, 'raw', name), 'utf8'))?.[1]), 'SIGTERM');

    const shown = await trimtab(['experiments', 'show', 'latest'], folder);
    expect(shown.stdout + shown.stderr).toContain(`trimtab analyze ${trace}`);
    const analyzed = await trimtab(['analyze', trace, '--json'], folder);
    expect(analyzed).toMatchObject({ code: 0 });
    expect(analyzed.stderr).toContain(`Made ${join(trace, 'traces.otf2')}.`);
    expect(reportOf(analyzed.stdout).findings.map(({ property }) => property)).toContain('mpi_latesender');
    expect(readdirSync(trace).filter((name) => name.startsWith('unfinished-'))).toEqual([]);
  });

  it('prints the first error of a failing build last, after its output', async () => {
    const { folder } = mpiProject('#include <mpi.h>\nint main(void) { return x; }\n');
    const outcome = await trimtab(['run'], folder);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^trimtab: The build failed: .*: late\.c:2: .*undeclared/,
    );
  });
});
