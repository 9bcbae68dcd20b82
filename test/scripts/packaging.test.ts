import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { execa } from 'execa';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { ExperimentStore, History } from '../../src/experiments/index.js';
import { ensureBuild } from '../../scripts/lib/prepare.mjs';
import { copyToPackage } from '../../scripts/lib/vsix.mjs';

const recorded = join(root, 'examples/heat2d-mpi/recorded/traces.otf2');

describe('the packages', () => {
  let folder: string;
  let trimtab: string;

  beforeAll(async () => {
    await ensureBuild();
    folder = mkdtempSync(join(tmpdir(), 'trimtab-package-'));
    const packed = await execa('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
    });
    const [{ filename }] = v.parse(v.tuple([v.object({ filename: v.string() })]), JSON.parse(packed.stdout));
    // No dependencies, so that nothing is fetched: --offline holds it to that.
    const options = ['--offline', '--no-audit', '--no-fund', '--prefix', folder];
    await execa('npm', ['install', ...options, join(folder, filename)], { cwd: folder });
    trimtab = join(folder, 'node_modules/.bin/trimtab');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('install a command that knows its version', async () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { version } = v.parse(v.object({ version: v.string() }), manifest);
    expect((await execa(trimtab, ['--version'], { cwd: folder })).stdout).toContain(version);
  });

  it('install a command that analyses a trace as the checkout does', async () => {
    const installed = await execa(trimtab, ['analyze', recorded, '--json'], { cwd: folder });
    const checkout = await execa('npx', ['trimtab', 'analyze', recorded, '--json'], { cwd: root });
    expect(JSON.parse(installed.stdout)).toMatchObject({ format: 'trimtab-findings', processes: 4 });
    expect(installed.stdout).toBe(checkout.stdout);
  });

  it('install a command that keeps an index of experiments', async () => {
    const store = new ExperimentStore(folder);
    const { id } = store.create({ program: 'heat2d', target: 'local' });
    const listed = await execa(trimtab, ['experiments', 'list', '--json'], { cwd: folder });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, program: 'heat2d' }]);
    expect(statSync(new History(store).index).size).toBeGreaterThan(0);
    expect(listed.stderr).toBe('');
  });

  it('carry the probe with an executable wrapper', () => {
    const wrapper = statSync(join(folder, 'node_modules/trimtab/dist/probe/trimtab-cc'));
    expect(wrapper.mode & 0o111).not.toBe(0);
  });

  it('hold what the extension needs and no sources, maps or dependencies', async () => {
    const copy = join(folder, 'checkout');
    copyToPackage(copy);
    const files = await listFiles({ cwd: copy, packageManager: PackageManager.None });
    for (const name of [
      'dist/extension.cjs',
      'dist/engine.cjs',
      'dist/analysisWorker.cjs',
      'dist/comparisonWorker.cjs',
      'dist/measurementWorker.cjs',
      'dist/propertyWorker.cjs',
      'dist/probe/trimtab-cc',
      'dist/node-sqlite3-wasm.wasm',
      'dist/resvg.wasm',
    ])
      expect(files).toContain(name);
    for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']) expect(files).toContain(name);
    for (const name of ['overview.md', 'mpi_latesender/mpi_latesender.md', 'mpi_latesender/mpi_latesender.svg'])
      expect(files).toContain(`src/properties/${name}`);
    const unwanted = files.filter((name) =>
      /\.(map|ts)$|^(src(?!\/properties\/.+\.(md|svg)$)|test|node_modules|examples|scripts|bench|\.)/.test(name),
    );
    expect(unwanted).toEqual([]);
  });
});
