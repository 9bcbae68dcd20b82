/** Starts and stops code-server: for people (`npm start`) and for tests. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, tail } from './processes.mjs';
import { SetupError } from './report.mjs';
import { workbench } from './workbench.mjs';

/** Nothing that asks, phones or distracts; what a test or a first look does not need is off. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.welcomePage.experimentalOnboarding': false,
  'workbench.editor.restoreEditors': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'window.restoreWindows': 'none',
  'files.hotExit': 'off',
  'files.autoSave': 'off',
  'json.schemaDownload.enable': false,
  // Otherwise every program that listens, as MPI launchers do, is announced.
  'remote.autoForwardPorts': false,
  'npm.fetchOnlinePackageInfo': false,
  'typescript.disableAutomaticTypeAcquisition': true,
};

/**
 * Returns the setting that folders have to be trusted before anything of theirs is run. It is passed each time, because
 * earlier values are kept.
 * @param {boolean} on
 */
const trustSettings = (on) => ({ 'security.workspace.trust.enabled': on });

const startLimit = 60_000;
const stopGrace = 5_000;

/**
 * @typedef {object} ServerOptions
 * @property {string | undefined} [userDataFolder] kept when given, else temporary
 * @property {string | undefined} [extensionsFolder] kept when given, else temporary
 * @property {Record<string, unknown>} [settings] user settings on top of the quiet ones
 * @property {boolean} [workspaceTrust] whether a folder has to be trusted first, as in the VS Code of a user; tests mostly continue at once
 * @property {boolean} [automation] lets the address bring an extension under development and its tests
 * @property {string} [socket] listens on this Unix socket, which only this user can open, instead of a free TCP port
 * @property {((text: string) => void) | undefined} [onOutput]
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * @typedef {object} RunningServer
 * @property {string} url origin, such as http://127.0.0.1:4711; empty when it listens on a socket
 * @property {() => string} output everything the server has printed
 * @property {() => Promise<void>} stop ends the server and all it started
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {number} processGroup of the server and all it started
 * @property {Promise<void>} ended
 */

/**
 * Starts a separate server and waits until it listens.
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 */
export async function startCodeServer(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-server-'));
  const userData = options.userDataFolder ?? join(folder, 'user');
  const extensions = options.extensionsFolder ?? join(folder, 'extensions');
  const { workspaceTrust = false } = options;
  writeSettings(userData, options);
  mkdirSync(extensions, { recursive: true });
  const config = join(folder, 'config.yaml');
  writeFileSync(config, 'auth: none\ncert: false\n');

  const listen =
    options.socket === undefined
      ? ['--bind-addr', '127.0.0.1:0']
      : ['--socket', options.socket, '--socket-mode', '600'];
  const automation = options.automation ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
  const child = spawn(
    workbench.node,
    [
      workbench.entry,
      ...listen,
      ...['--auth', 'none', '--config', config, '--user-data-dir', userData, '--extensions-dir', extensions],
      // The default lies in the user-data folder, whose path is easily too long for a socket.
      ...['--session-socket', join(folder, 'session.sock')],
      ...['--disable-telemetry', '--disable-update-check', '--disable-proxy'],
      ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
      ...['--disable-getting-started-override', '--ignore-last-opened'],
      // Otherwise PATH comes from a login shell instead of from us.
      ...['--vscode-option', 'force-disable-user-env'],
      ...automation,
    ],
    // A separate process group, so that the extension host and its children end with the server.
    { stdio: ['ignore', 'pipe', 'pipe'], env: serverEnvironment(options.env), detached: true },
  );
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid !== undefined) sendSignal(-child.pid, signal);
  };
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) => child.once('close', () => resolve()));
  let output = '';
  const url = await listening(child, (text) => {
    output += text;
    options.onOutput?.(text);
  }).catch((/** @type {unknown} */ error) => {
    kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const stop = async () => {
    kill('SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, stopGrace).unref())]);
    kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { url, output: () => output, stop, kill, processGroup: child.pid ?? 0, ended };
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {(text: string) => void} onText
 * @returns {Promise<string>}
 */
function listening(child, onText) {
  return new Promise((resolve, reject) => {
    let seen = '';
    const fail = (/** @type {string} */ why) =>
      reject(new SetupError(`The workbench did not start: ${why}.\n${tail(seen)}`));
    const timer = setTimeout(() => fail(`no address after ${startLimit / 1000} s`), startLimit);
    const onData = (/** @type {Buffer} */ data) => {
      onText(data.toString());
      seen += data.toString();
      const address = /HTTP server listening on (\S+)/.exec(seen)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address.startsWith('http') ? address.replace(/\/$/, '') : '');
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`it ended with exit code ${code}`);
    });
  });
}

/**
 * Sends a signal to a process, or to a group by its negative number.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone already is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * The caller's environment without what another VS Code or code-server left in it, and without a marketplace.
 * @param {NodeJS.ProcessEnv | undefined} extra
 */
function serverEnvironment(extra) {
  const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$|NODE_ENV$|VITEST)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { EXTENSIONS_GALLERY: '{}', ...Object.fromEntries(own), ...extra };
}

/**
 * Writes the settings of the user, which keeps those that were changed in the workbench unless they are given here.
 * @param {string} userData
 * @param {{ workspaceTrust?: boolean, settings?: Record<string, unknown> }} given as in ServerOptions
 */
export function writeSettings(userData, { workspaceTrust = false, settings = {} } = {}) {
  const folder = join(userData, 'User');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  /** @type {unknown} */
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = Object.assign({}, quietSettings, kept, trustSettings(workspaceTrust), settings);
  writeFileSync(file, JSON.stringify(all, null, 2));
}

/**
 * Installs a packaged extension as `code --install-extension` does.
 * @param {string} vsix
 * @param {{ userDataFolder: string, extensionsFolder: string }} folders
 */
export async function installExtension(vsix, { userDataFolder, extensionsFolder }) {
  mkdirSync(userDataFolder, { recursive: true });
  const config = join(userDataFolder, 'install.yaml');
  writeFileSync(config, 'auth: none\ncert: false\n');
  const args = ['--config', config, '--user-data-dir', userDataFolder, '--extensions-dir', extensionsFolder];
  const { code, output } = await run(
    workbench.node,
    [workbench.entry, ...args, '--force', '--install-extension', vsix],
    {
      env: serverEnvironment(undefined),
      quiet: true,
    },
  );
  if (code !== 0)
    throw new SetupError(`The extension ${vsix} could not be installed in the workbench.\n${tail(output)}`);
}

/**
 * The address of the workbench with a folder or workspace open.
 * @param {string} origin
 * @param {{ folder?: string | undefined, workspace?: string | undefined, openFile?: string, payload?: readonly (readonly [string, string])[], token?: string }} what
 */
export function workbenchUrl(origin, { folder, workspace, openFile, payload = [], token }) {
  const url = new URL('/', origin);
  if (token !== undefined) url.searchParams.set('token', token);
  if (workspace !== undefined) url.searchParams.set('workspace', workspace);
  else if (folder !== undefined) url.searchParams.set('folder', folder);
  else url.searchParams.set('ew', 'true');
  const pairs = openFile === undefined ? payload : [...payload, ['openFile', remoteUri(origin, openFile)]];
  if (pairs.length > 0) url.searchParams.set('payload', JSON.stringify(pairs));
  return url.toString();
}

/**
 * A file of the server's machine as the workbench in the browser names it.
 * @param {string} origin
 * @param {string} path
 */
export function remoteUri(origin, path) {
  return `vscode-remote://${new URL(origin).host}${path.split('/').map(encodeURIComponent).join('/')}`;
}
