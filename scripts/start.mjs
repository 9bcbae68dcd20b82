/**
 * `npm start`: sets up what is missing, runs the main job on an example, prints the ranked findings and serves the
 * workbench. `npm start -- --no-ui` stops after printing; `--port N` chooses the port.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dist, root, tools } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';
import { checkNode, ensureBuild, ensureNpmPackages } from './lib/prepare.mjs';
import { runMain, SetupError, step } from './lib/report.mjs';
import { canMeasure, ensureSystemPackages, needs } from './lib/systemPackages.mjs';
import { installExtension, startCodeServer, workbenchUrl } from './lib/codeServer.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';
import { openGate } from './lib/tokenGate.mjs';
import { packageVsix } from './lib/vsix.mjs';

const example = join(root, 'examples/heat2d-mpi');
const defaultPort = 7337;

await runMain(async () => {
  const { values } = parseArgs({ options: { 'no-ui': { type: 'boolean' }, port: { type: 'string' } } });
  const port = wantedPort(values.port);
  checkNode();
  await ensureNpmPackages();
  const lacking = await ensureSystemPackages(
    values['no-ui'] ? [needs.measuring] : [needs.measuring, needs.compilingWorkbench],
  );
  await ensureBuild();
  await mainJob(lacking);
  if (!values['no-ui']) await serve(port);
});

/** @param {string | undefined} text */
function wantedPort(text) {
  const port = Number(text ?? defaultPort);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new SetupError(`--port ${text} is not a port: give a number from 0 (any free one) to 65535.`);
}

/**
 * Builds, runs and analyses the example, or analyses its recorded run where it cannot be built.
 * @param {string | undefined} lacking why system packages are missing
 */
async function mainJob(lacking) {
  const cli = join(dist, 'cli.cjs');
  if (canMeasure()) {
    if (lacking !== undefined) console.log(lacking);
    const { code } = await run(process.execPath, [cli, 'run', example]);
    if (code !== 0)
      throw new SetupError(`The example could not be analyzed: trimtab run ended with exit code ${code}.`);
    return;
  }
  console.log(lacking);
  console.log('So the example cannot be run here: this is the analysis of its recorded run.');
  const { code } = await run(process.execPath, [cli, 'analyze', join(example, 'recorded/traces.otf2')]);
  if (code !== 0)
    throw new SetupError(`The recorded run could not be analyzed: trimtab analyze ended with exit code ${code}.`);
}

/** @param {number} port */
async function serve(port) {
  await ensureWorkbench();
  const folders = { userDataFolder: join(tools, 'start/user'), extensionsFolder: join(tools, 'start/extensions') };
  await ensureExtension(folders);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-start-'));
  const server = await startCodeServer({
    ...folders,
    // Any folder of this machine can be opened there: what it brings is run only when the person trusts it.
    workspaceTrust: true,
    socket: join(folder, 'workbench.sock'),
  });
  const gate = await openGate({ socket: join(folder, 'workbench.sock'), port });
  const openFile = join(example, 'heat2d.c');
  console.log('\nThe workbench is ready, with the example open. Stop it with Ctrl-C.');
  console.log(workbenchUrl(gate.origin, { folder: example, openFile, token: gate.token }));
  await Promise.race([server.ended, interrupted()]);
  gate.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Packages and installs the extension, unless this very build is installed.
 * @param {{ userDataFolder: string, extensionsFolder: string }} folders
 */
async function ensureExtension(folders) {
  const stamp = join(tools, 'start/installed');
  const sum = createHash('sha256')
    .update(readFileSync(join(dist, '.built-from')))
    .update(readFileSync(join(root, 'package.json')));
  const wanted = sum.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  step('installing the extension in the workbench', 'as a .vsix, the way people install it');
  mkdirSync(join(tools, 'start'), { recursive: true });
  const vsix = join(tools, 'start/trimtab.vsix');
  await packageVsix(vsix);
  await installExtension(vsix, folders);
  writeFileSync(stamp, wanted);
}

/** @returns {Promise<void>} settles when the person wants to stop */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  });
}
