/** An ssh server on the loopback interface with separate keys, and the ssh_config that leads to it. */
import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { SetupError } from '../report.mjs';
import { Daemon, freePorts } from './daemon.mjs';

/** Output of rc files of real clusters at the worst moment. */
const NOISE = `#!/bin/sh
echo 'Welcome to the cluster!  |  [31mMaintenance on Friday[0m'
printf 'no newline at the end of the motd, id=42|RUNNING'
echo 'stderr noise of rc files' >&2
/bin/sh -c "$SSH_ORIGINAL_COMMAND"
code=$?
echo 'logout: quota 93 % used'
exit $code
`;

/** @param {string} file */
async function makeKey(file) {
  const { code, output } = await run(
    'ssh-keygen',
    ['-q', '-t', 'ed25519', '-N', '', '-C', 'trimtab-test', '-f', file],
    {
      quiet: true,
    },
  );
  if (code !== 0) throw new SetupError(`ssh-keygen could not make a key: ${output.trim()}`);
}

/**
 * Prepares a server with two ports: a quiet one and one whose login files print noise around everything.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {Readonly<Record<string, string>>} remote variables of the sessions
 * @returns {Promise<{ daemon: Daemon, config: string }>}
 */
export async function prepareSshd(folder, env, remote) {
  const ssh = join(folder, 'ssh');
  mkdirSync(ssh, { recursive: true, mode: 0o700 });
  const at = (/** @type {string} */ name) => join(ssh, name);
  await Promise.all([makeKey(at('host_key')), makeKey(at('key'))]);
  copyFileSync(at('key.pub'), at('authorized_keys'));
  writeFileSync(at('noise.sh'), NOISE);
  chmodSync(at('noise.sh'), 0o755);
  // The server drops privileges into this folder; packages leave it to systemd to make it.
  if (userInfo().uid === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
  const ports = await freePorts(2);
  writeFileSync(at('sshd_config'), serverConfiguration(ssh, ports, remote));
  writeFileSync(at('config'), clientConfiguration(ssh, ports));
  const { output } = await run('ssh-keygen', ['-y', '-f', at('host_key')], { quiet: true });
  for (const port of ports) appendFileSync(at('known_hosts'), `[127.0.0.1]:${port} ${output.trim()}\n`);
  const daemon = new Daemon('sshd', ['-D', '-e', '-f', at('sshd_config')], { log: join(folder, 'sshd.log'), env });
  return { daemon, config: at('config') };
}

/**
 * @param {string} ssh
 * @param {readonly number[]} ports
 * @param {Readonly<Record<string, string>>} remote
 */
function serverConfiguration(ssh, ports, remote) {
  const variables = Object.entries(remote).map(([name, value]) => `${name}=${value}`);
  return `${ports.map((port) => `Port ${port}`).join('\n')}
ListenAddress 127.0.0.1
HostKey ${ssh}/host_key
PidFile ${ssh}/sshd.pid
AuthorizedKeysFile ${ssh}/authorized_keys
PubkeyAuthentication yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
UsePAM no
StrictModes no
PrintMotd no
MaxStartups 100
MaxSessions 50
SetEnv ${variables.join(' ')}
Subsystem sftp internal-sftp
Match LocalPort ${ports[1]}
  ForceCommand ${ssh}/noise.sh
`;
}

/**
 * @param {string} ssh
 * @param {readonly number[]} ports
 */
function clientConfiguration(ssh, ports) {
  const hosts = ['cluster', 'noisy-cluster'];
  const blocks = hosts.map((host, i) => `Host ${host}\n  Port ${ports[i]}\n`);
  return `${blocks.join('')}Host *
  HostName 127.0.0.1
  User ${userInfo().username}
  IdentityFile ${ssh}/key
  IdentitiesOnly yes
  UserKnownHostsFile ${ssh}/known_hosts
  StrictHostKeyChecking yes
  LogLevel ERROR
`;
}
