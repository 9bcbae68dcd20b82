import { exportLines } from './shell/quote.js';
import type { Shell } from './shell/shell.js';
import type { TargetConfiguration } from './description.js';
import { Sections } from './jobs/sections.js';
import { describeLocalTarget } from './local.js';
import { TrimtabError } from '../model/problem.js';
import type { TargetDescription } from './target.js';

/**
 * One line about a target: what it has, or what is missing. A target that cannot be reached is described by that;
 * nothing is thrown for it.
 */
export async function describeMachine(
  configuration: TargetConfiguration,
  shell: Shell,
  signal?: AbortSignal,
): Promise<TargetDescription> {
  if (configuration.kind === 'local') {
    const { description, ready } = await describeLocalTarget();
    return { text: description, ready };
  }
  const sections = new Sections();
  sections.add('cores', 'getconf _NPROCESSORS_ONLN 2>/dev/null');
  sections.add('mpi', '(mpirun --version || mpiexec --version) 2>/dev/null | sed -n 1p');
  sections.add('compiler', 'command -v mpicc');
  if (configuration.kind === 'slurm') {
    sections.add('slurm', 'squeue --version 2>&1 | tail -n 1');
    sections.add('nodes', "sinfo --noheader --format='%P|%a|%D' 2>&1");
  }
  const script = `${configuration.setup}\n${exportLines(configuration.environment)}${sections.script}`;
  try {
    const { stdout } = await shell.execute(script, signal === undefined ? {} : { signal });
    const answers = sections.parse(stdout);
    const get = (name: string): string => answers.get(name)?.trim() ?? '';
    return configuration.kind === 'slurm' ? describeSlurm(shell.place, get) : describeSsh(shell.place, get);
  } catch (error) {
    if (error instanceof TrimtabError) return { text: error.message, ready: false };
    throw error;
  }
}

type Get = (name: string) => string;

function describeSsh(place: string, get: Get): TargetDescription {
  if (get('mpi') === '')
    return {
      text: `${place} has no mpirun; name a set-up script for the target (such as "module load openmpi").`,
      ready: false,
    };
  return { text: `${place}: ${get('cores')} cores, ${get('mpi')}`, ready: true };
}

function describeSlurm(place: string, get: Get): TargetDescription {
  const version = /^slurm\S* (\S+)$/.exec(get('slurm'))?.[1];
  if (version === undefined)
    return { text: `${place} has no Slurm commands; correct the target's kind or its set-up script.`, ready: false };
  const partitions = get('nodes')
    .split('\n')
    .flatMap((line) => {
      const [, name, state, nodes] = /^([^|\s]+)\|(\w+)\|(\d+)$/.exec(line.trim()) ?? [];
      return name === undefined ? [] : [{ name: name.replace('*', ''), up: state === 'up', nodes: Number(nodes) }];
    });
  if (partitions.length === 0)
    return { text: `${place}: Slurm ${version}, whose controller does not answer now`, ready: false };
  const shown = partitions.slice(0, 4).map(({ name, up, nodes }) => `${name} (${nodes} nodes${up ? '' : ', down'})`);
  const more = partitions.length > 4 ? ` and ${partitions.length - 4} more` : '';
  const mpi = get('mpi') === '' ? '' : `, ${get('mpi')}`;
  return {
    text: `${place}: Slurm ${version}, ${shown.join(', ')}${more}${mpi}`,
    ready: partitions.some(({ up }) => up),
  };
}
