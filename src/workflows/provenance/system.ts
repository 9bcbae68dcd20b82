/** Recorded facts about the machine that a program runs on. */
import type { Manifest } from '../../experiments/index.js';
import type { Command } from '../../base/processes/process.js';

/** Asks the target: what a command prints; undefined when it is absent or fails. */
export type Ask = (argv: readonly string[]) => Promise<string | undefined>;

/** Fields of lscpu that identify machines and explain speed. */
const CPU_FACTS = [
  'Architecture',
  'Model name',
  'CPU(s)',
  'Thread(s) per core',
  'Core(s) per socket',
  'Socket(s)',
  'NUMA node(s)',
  'CPU max MHz',
  'L1d cache',
  'L2 cache',
  'L3 cache',
  'Hypervisor vendor',
];

/** Lines such as `Name: value`. */
function pairs(text: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of (text ?? '').split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) found.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return found;
}

/** The modules that `module load` put into the environment, in their order. */
export function loadedModules(environment: Command['environment']): string[] {
  const list = Object.hasOwn(environment, 'LOADEDMODULES') ? (environment.LOADEDMODULES ?? '') : '';
  return list.split(':').filter((name) => name !== '');
}

/**
 * Returns processor, memory, operating system, scheduler and modules, as far as the machine reports them. A run needs
 * none of these, so unavailable facts are omitted.
 */
export async function describeSystem(
  ask: Ask,
  environment: Command['environment'],
): Promise<Pick<Manifest, 'system' | 'modules' | 'scheduler'>> {
  const [cpu, memory, kernel, scheduler] = await Promise.all([
    ask(['lscpu']),
    ask(['cat', '/proc/meminfo']),
    ask(['uname', '-sr']),
    ask(['sinfo', '--version']),
  ]);
  const processor = pairs(cpu);
  const facts: Record<string, string> = {};
  for (const name of CPU_FACTS) {
    const value = processor.get(name);
    if (value !== undefined && value !== '') facts[name] = value;
  }
  const total = pairs(memory).get('MemTotal');
  if (total !== undefined) facts.Memory = total;
  if (kernel !== undefined) facts['Operating system'] = kernel.trim();
  const modules = loadedModules(environment);
  return {
    ...(Object.keys(facts).length === 0 ? {} : { system: { facts } }),
    ...(modules.length === 0 ? {} : { modules }),
    ...(scheduler === undefined ? {} : { scheduler: { command: 'sinfo', version: scheduler.trim() } }),
  };
}
