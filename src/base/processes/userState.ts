/** Trimtab's data for this user, outside all workspaces. */
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/**
 * The folder of this user's state. TRIMTAB_STATE names another one; else it lies where the system keeps such things:
 * XDG_STATE_HOME or `~/.local/state`, `~/Library/Application Support` on macOS, LOCALAPPDATA on Windows. Relative paths
 * are not taken from the environment: they would lie in whatever folder is open.
 */
export function userStateFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const paths = platform === 'win32' ? win32 : posix;
  const absolute = (name: string): string | undefined => {
    const path = environment[name];
    return path !== undefined && paths.isAbsolute(path) ? path : undefined;
  };
  const own = absolute('TRIMTAB_STATE');
  if (own !== undefined) return own;
  if (platform === 'win32')
    return paths.join(absolute('LOCALAPPDATA') ?? paths.join(home, 'AppData', 'Local'), 'Trimtab');
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', 'Trimtab');
  return paths.join(absolute('XDG_STATE_HOME') ?? paths.join(home, '.local', 'state'), 'trimtab');
}
