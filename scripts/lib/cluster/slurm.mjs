/** Slurm with several nodes on one machine: munged, slurmctld and one slurmd a node, all on the loopback interface. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { Daemon, freePorts } from './daemon.mjs';

export const NODES = ['n1', 'n2', 'n3'];
/** Processors that each node declares: 8 ranks need three nodes. */
const PROCESSORS = 3;

/**
 * @param {string} folder
 * @param {readonly number[]} ports of the controller and of each node
 */
function configuration(folder, ports) {
  const [controller, ...nodePorts] = ports;
  const user = userInfo().username;
  return `ClusterName=trimtab
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${controller}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${folder}/munge/socket
StateSaveLocation=${folder}/state
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
SlurmdSpoolDir=${folder}/spool/%n
TmpFS=${folder}/tmp/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=30
KillWait=2
MessageTimeout=3
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
${NODES.map((name, i) => `NodeName=${name} NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${nodePorts[i]} CPUs=${PROCESSORS} State=UNKNOWN`).join('\n')}
PartitionName=main Nodes=${NODES.join(',')} Default=YES MaxTime=60 State=UP
`;
}

/** @param {string} folder */
export async function prepareSlurm(folder) {
  const munge = join(folder, 'munge');
  for (const path of [
    munge,
    join(folder, 'state'),
    ...NODES.flatMap((n) => [join(folder, 'spool', n), join(folder, 'tmp', n)]),
  ])
    mkdirSync(path, { recursive: true, mode: 0o755 });
  writeFileSync(join(munge, 'key'), randomBytes(128), { mode: 0o400 });
  chmodSync(munge, 0o755);
  const file = join(folder, 'slurm.conf');
  writeFileSync(file, configuration(folder, await freePorts(1 + NODES.length)));
  return file;
}

/**
 * The daemons of a prepared cluster, not started.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env with SLURM_CONF
 */
export function slurmDaemons(folder, env) {
  const munge = join(folder, 'munge');
  const files = { 'key-file': 'key', socket: 'socket', 'pid-file': 'pid', 'log-file': 'log', 'seed-file': 'seed' };
  const mungeArgs = Object.entries(files).map(([option, name]) => `--${option}=${join(munge, name)}`);
  const log = (/** @type {string} */ name) => join(folder, `${name}.log`);
  return {
    // --force: the key may lie in a folder below a world-writable one, such as the temporary folder.
    munged: new Daemon('munged', ['--foreground', '--force', '--num-threads=2', ...mungeArgs], {
      log: log('munged'),
      env,
    }),
    controller: new Daemon('slurmctld', ['-D', '-i'], { log: log('slurmctld'), env }),
    nodes: NODES.map((name) => new Daemon('slurmd', ['-D', '-N', name], { log: log(`slurmd-${name}`), env })),
  };
}

/** States of all nodes, as `n1 idle`. @param {NodeJS.ProcessEnv} env */
export async function nodeStates(env) {
  const { code, output } = await run('sinfo', ['--noheader', '--Node', '--format=%N %t'], { env, quiet: true });
  return code === 0
    ? output
        .trim()
        .split('\n')
        .map((line) => line.trim())
    : [];
}
