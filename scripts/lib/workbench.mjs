/**
 * The workbench that `npm start` serves and the tests drive: code-server, which is VS Code's own workbench and
 * extension host on a Node server. It needs a newer Node than the product. Both are thus installed as npm packages in a
 * separate folder and never in the product's dependencies.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, tools } from './layout.mjs';
import { run, tail } from './processes.mjs';
import { SetupError, step } from './report.mjs';

const recipe = join(root, 'test/host/toolchain');
const home = join(tools, 'workbench');

/** Paths of Node for the workbench and of code-server's entry after installation. */
export const workbench = {
  node: join(nodeFolder(home), 'bin/node'),
  entry: join(codeServer(home), 'out/node/entry.js'),
};

/** @param {string} folder */
function nodeFolder(folder) {
  return join(folder, `node_modules/node-linux-${process.arch}`);
}

/** @param {string} folder */
function codeServer(folder) {
  return join(folder, 'node_modules/code-server');
}

/** The lock file of the installation identifies the installed version. */
function isInstalled() {
  const stamp = join(home, 'installed-from.json');
  const wanted = readFileSync(join(recipe, 'package-lock.json'), 'utf8');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(workbench.node);
}

/** Installs the workbench unless it exists; about 40 s and 620 MB the first time. */
export async function ensureWorkbench() {
  if (isInstalled()) return;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new SetupError(
      `The workbench can be set up on Linux on x64 or arm64 only, this is ${process.platform} on ${process.arch}: use the command line, or install the .vsix in your own VS Code.`,
    );
  }
  step('Node 24 and code-server from npm into .tools', 'a real VS Code workbench to show and test the extension in');
  const draft = `${home}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(recipe, file), join(draft, file));
  copyFileSync(join(root, '.npmrc'), join(draft, '.npmrc'));
  await npm(['ci', '--ignore-scripts'], draft, process.env);
  await installInside(draft);
  copyFileSync(join(draft, 'package-lock.json'), join(draft, 'installed-from.json'));
  rmSync(home, { recursive: true, force: true });
  renameSync(draft, home);
}

/**
 * code-server carries VS Code as a folder with its own dependencies, which its install script would compile one and all.
 * Only the two native modules below are wanted: without them the server works but fills its log with complaints.
 * @param {string} folder
 */
async function installInside(folder) {
  const node = nodeFolder(folder);
  const env = {
    ...process.env,
    PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    npm_config_nodedir: node,
  };
  const vscode = join(codeServer(folder), 'lib/vscode');
  await npm(['install', '--omit=dev', '--ignore-scripts'], vscode, env);
  await npm(['install', '--omit=dev', '--ignore-scripts'], join(vscode, 'extensions'), env);
  const rebuilt = await run('npm', ['rebuild', '--foreground-scripts', '@vscode/spdlog', '@vscode/native-watchdog'], {
    cwd: vscode,
    env,
    log: join(folder, 'rebuild.log'),
  });
  if (rebuilt.code !== 0)
    console.log(
      '[setup] Two native modules of code-server were not compiled (g++, make and python3 are needed): its log will be noisy.',
    );
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 */
async function npm(args, cwd, env) {
  const { code, output } = await run('npm', args, { cwd, env, quiet: true });
  if (code !== 0) {
    throw new SetupError(
      `The workbench could not be installed: npm ${args.join(' ')} failed with exit code ${code}; check the network and start again.\n${tail(output)}`,
    );
  }
}
