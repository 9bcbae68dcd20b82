/** A real cluster on one machine, in a temporary folder and on separate ports: Slurm with three nodes and sshd. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, run } from '../processes.mjs';
import { SetupError } from '../report.mjs';
import { findDaemon } from './daemon.mjs';
import { NODES, nodeStates, prepareSlurm, slurmDaemons } from './slurm.mjs';
import { prepareSshd } from './sshd.mjs';

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sshd', 'ssh', 'ssh-keygen', 'squeue', 'srun', 'sbatch'];

/** Why no cluster can be started here, as one sentence; undefined when it can be tried. */
export function whyNoCluster() {
  const missing = PROGRAMS.filter((name) => findDaemon(name) === undefined && findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  return `No test cluster here: ${missing.join(', ')} missing (Debian: apt install slurm-wlm munge openssh-server rsync).`;
}

/** Variables of the sessions: where Slurm's configuration is, and that Open MPI may run as root on few cores. */
function remoteVariables(/** @type {string} */ configuration) {
  return {
    SLURM_CONF: configuration,
    OMPI_ALLOW_RUN_AS_ROOT: '1',
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
    OMPI_MCA_rmaps_base_oversubscribe: '1',
    OMPI_MCA_mpi_yield_when_idle: '1',
    // Slurm's other way to gather addresses at the start lets some ranks pass before others have theirs: about one
    // program in fifty, instrumented or not, dies in MPI_Init of Open MPI 4.1 on nodes as close as these.
    SLURM_PMIX_FENCE: 'ring',
    // The nodes share one memory but do not know: ranks must talk over the (loopback) network as between machines.
    OMPI_MCA_btl: 'self,tcp',
    OMPI_MCA_btl_tcp_if_include: 'lo',
  };
}

/**
 * Starts the cluster; a few seconds.
 * @returns {Promise<Cluster>}
 * @throws {SetupError} one sentence why it cannot run here
 */
export async function startCluster() {
  const reason = whyNoCluster();
  if (reason !== undefined) throw new SetupError(reason);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-cluster-'));
  const configuration = await prepareSlurm(folder);
  const remote = remoteVariables(configuration);
  const env = { ...process.env, ...remote };
  const { daemon: sshd, config } = await prepareSshd(folder, env, remote);
  const cluster = new Cluster(folder, env, config, { sshd, ...slurmDaemons(folder, env) });
  try {
    await cluster.start();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** A running cluster and the accidents that can happen to it. */
export class Cluster {
  /**
   * @param {string} folder
   * @param {NodeJS.ProcessEnv} env for Slurm's programs, as on a login node
   * @param {string} sshConfig ssh_config with the hosts `cluster` and `noisy-cluster`
   * @param {ReturnType<typeof slurmDaemons> & { sshd: import('./daemon.mjs').Daemon }} daemons
   */
  constructor(folder, env, sshConfig, daemons) {
    this.folder = folder;
    this.env = env;
    this.sshConfig = sshConfig;
    this.daemons = daemons;
    /** Folder for work folders of targets. */
    this.home = join(folder, 'home');
  }

  async start() {
    mkdirSync(this.home, { recursive: true });
    const { munged, sshd } = this.daemons;
    munged.start();
    await munged.awaitReady(async () => {
      const socket = join(this.folder, 'munge', 'socket');
      return (await run('munge', ['--no-input', `--socket=${socket}`], { quiet: true })).code === 0;
    });
    await this.startController();
    for (const name of NODES) this.startNode(name);
    await this.awaitNodes();
    sshd.start();
    await sshd.awaitReady(async () => {
      const { code } = await run('ssh', ['-F', this.sshConfig, '-o', 'BatchMode=yes', 'cluster', 'true'], {
        quiet: true,
      });
      return code === 0;
    });
  }

  async startController() {
    const { controller } = this.daemons;
    controller.start();
    await controller.awaitReady(async () => {
      const { output } = await run('scontrol', ['ping'], { env: this.env, quiet: true });
      return / UP/.test(output);
    });
  }

  async stopController() {
    await this.daemons.controller.stop();
  }

  /** @param {string} name */
  #node(name) {
    const daemon = this.daemons.nodes[NODES.indexOf(name)];
    if (daemon === undefined) throw new SetupError(`The cluster has no node ${name}; it has ${NODES.join(', ')}.`);
    return daemon;
  }

  /** @param {string} name */
  startNode(name) {
    this.#node(name).start();
  }

  /** The node's daemon dies as in a power failure. @param {string} name */
  async killNode(name) {
    await this.#node(name).stop('SIGKILL');
  }

  /** Waits until all nodes take jobs. */
  async awaitNodes() {
    for (let i = 0; i < 300; i++) {
      const states = await nodeStates(this.env);
      if (states.length === NODES.length && states.every((state) => /^\S+ (idle|mix|alloc)$/.test(state))) return;
      await delay(100);
    }
    throw new SetupError(`The nodes of the test cluster do not start: ${(await nodeStates(this.env)).join(', ')}.`);
  }

  /**
   * A command of Slurm as on the login node.
   * @param {string} program
   * @param {readonly string[]} args
   */
  command(program, args) {
    return run(program, args, { env: this.env, quiet: true });
  }

  /**
   * An ssh_config made from the cluster's own.
   * @param {string} name
   * @param {(text: string) => string} change
   */
  sshConfigFrom(name, change) {
    const file = join(this.folder, 'ssh', name);
    writeFileSync(file, change(readFileSync(this.sshConfig, 'utf8')));
    return file;
  }

  async #endJobs() {
    if (!this.daemons.controller.running) return;
    await run('scancel', ['--me'], { env: this.env, quiet: true, limit: 5000 });
    for (let i = 0; i < 50; i++) {
      const { output } = await run('squeue', ['--noheader'], { env: this.env, quiet: true, limit: 5000 });
      if (output.trim() === '') return;
      await delay(100);
    }
  }

  /** Ends all jobs and daemons and removes the folder. */
  async stop() {
    await this.#endJobs();
    const { munged, controller, nodes, sshd } = this.daemons;
    await Promise.all([...nodes, sshd].map((daemon) => daemon.stop()));
    await controller.stop();
    await munged.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
