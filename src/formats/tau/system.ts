/** TAU's nodes, contexts and threads as processes and threads on machines. */
import type { ProfileBuilder } from '../profile/index.js';
import type { TauTrial } from './trial.js';

/** @returns the location of each thread of the trial */
export function addSystem({ system }: ProfileBuilder, trial: TauTrial): readonly number[] {
  const usesMpi = trial.timers.some(({ groups }) => groups.includes('MPI'));
  const machine = system.node('machine', 'machine');
  const hosts = new Map<string, number>();
  const processes = new Map<string, number>();
  const locations: number[] = [];
  const order = trial.threads
    .map((thread, index) => ({ thread, index }))
    .sort(
      (a, b) =>
        a.thread.node - b.thread.node || a.thread.context - b.thread.context || a.thread.thread - b.thread.thread,
    );
  for (const { thread: one, index } of order) {
    const host = one.metadata.get('Hostname');
    if (host !== undefined && !hosts.has(host)) hosts.set(host, system.node(host, 'node', machine));
    const id = one.context === 0 ? String(one.node) : `${one.node}.${one.context}`;
    const known = processes.get(id);
    const process =
      known ?? system.process(`${usesMpi ? 'MPI Rank' : 'Process'} ${id}`, hosts.get(host ?? '') ?? machine);
    processes.set(id, process);
    locations[index] = system.thread(process, one.thread, `${one.node}.${one.context}.${one.thread}`);
  }
  return locations;
}
