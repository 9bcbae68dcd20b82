/** The command line of desktop VS Code, as far as it means something to a workbench in a browser. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteUri } from '../../scripts/lib/codeServer.mjs';

/**
 * @typedef {object} DesktopArguments
 * @property {string[]} development folders of extensions under development
 * @property {string | undefined} tests module whose run() is the test suite
 * @property {string | undefined} userDataFolder
 * @property {string | undefined} extensionsFolder
 * @property {boolean} disableExtensions
 * @property {string} proposedApi
 * @property {string | undefined} open folder or .code-workspace file
 */

/**
 * Every switch not named here is for Electron only and is dropped.
 * @param {readonly string[]} argv
 * @returns {DesktopArguments}
 */
export function parseDesktopArguments(argv) {
  /** @type {Map<string, string>} */
  const last = new Map();
  /** @type {string[]} */
  const development = [];
  /** @type {string[]} */
  const paths = [];
  for (const argument of argv) {
    const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argument);
    const [, name, value = ''] = match ?? [];
    if (name === undefined) paths.push(resolve(argument));
    else if (name === 'extensionDevelopmentPath') development.push(resolve(value));
    else if (name === 'folder-uri') paths.push(fileURLToPath(value));
    else last.set(name, value);
  }
  const folder = (/** @type {string} */ name) => {
    const value = last.get(name);
    return value === undefined ? undefined : resolve(value);
  };
  return {
    development,
    tests: folder('extensionTestsPath'),
    userDataFolder: folder('user-data-dir'),
    extensionsFolder: folder('extensions-dir'),
    disableExtensions: last.has('disable-extensions'),
    proposedApi: last.get('enable-proposed-api') ?? '',
    open: paths.at(-1),
  };
}

/**
 * The same wishes as pairs in the workbench's address.
 * @param {DesktopArguments} wishes
 * @param {string} origin
 * @returns {[string, string][]}
 */
export function addressPayload(wishes, origin) {
  /** @type {[string, string][]} */
  const pairs = wishes.development.map((folder) => ['extensionDevelopmentPath', remoteUri(origin, folder)]);
  if (wishes.tests !== undefined) pairs.push(['extensionTestsPath', remoteUri(origin, wishes.tests)]);
  if (wishes.disableExtensions) pairs.push(['disableExtensions', 'true']);
  pairs.push(['enableProposedApi', wishes.proposedApi], ['skipWelcome', 'true'], ['skipReleaseNotes', 'true']);
  return pairs;
}
