import { describe, expect, it } from 'vitest';
import { addressPayload, parseDesktopArguments } from '../host/desktopArguments.mjs';

describe('the desktop command line in a browser', () => {
  const wishes = parseDesktopArguments([
    '--no-sandbox',
    '--skip-welcome',
    '--extensionDevelopmentPath=/a/extension',
    '--extensionTestsPath=/a/tests/index.cjs',
    '--user-data-dir=/tmp/user',
    '--disable-extensions',
    '/w/my project',
  ]);

  it('keeps what means something there', () => {
    expect(wishes).toEqual({
      development: ['/a/extension'],
      tests: '/a/tests/index.cjs',
      userDataFolder: '/tmp/user',
      extensionsFolder: undefined,
      disableExtensions: true,
      proposedApi: '',
      open: '/w/my project',
    });
  });

  it('names files as the remote workbench does', () => {
    const payload = addressPayload(wishes, 'http://127.0.0.1:4711');
    expect(payload).toContainEqual(['extensionDevelopmentPath', 'vscode-remote://127.0.0.1:4711/a/extension']);
    expect(payload).toContainEqual(['extensionTestsPath', 'vscode-remote://127.0.0.1:4711/a/tests/index.cjs']);
    expect(payload).toContainEqual(['disableExtensions', 'true']);
  });

  it('takes folder URIs, and the last of several places to open', () => {
    expect(parseDesktopArguments(['/first', '--folder-uri=file:///w/my%20project']).open).toBe('/w/my project');
  });
});
