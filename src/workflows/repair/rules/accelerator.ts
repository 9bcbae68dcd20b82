/** Makefiles that build for an accelerator by default. */
import { basename } from 'node:path';
import { withVariables } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { compilerHere, isForAccelerator, languageOfAnyCompiler } from '../foreignCompilers.js';
import { areForAccelerator, refusedOptions } from '../foreignOptions.js';
import { blocksOf, type Block } from '../makefileBlocks.js';
import { pointsOf } from '../plausible.js';
import { offFor } from '../switches.js';

const NO_DEVICE =
  /fatal error: (cuda\w*|hip\/\w+|CL\/\w+|sycl\/\w+|openacc|cublas\w*|nccl|rocm\S*)(\.hpp|\.h)?: No such file|cannot find -l(cuda\w*|amdhip64|hip\w*|OpenCL|nccl)|\b(nvcc|hipcc|dpcpp|syclcc)\b: (command not found|not found|No such file or directory|Command not found)/;
const SWITCH =
  /(^|_)(CUDA|HIP|ROCM|GPU|GPUS|SYCL|OPENCL|OPENACC|ACC|OFFLOAD|NVCC|CUBLAS)($|_)|^(USE|WITH|ENABLE|HAVE)_?(CUDA|HIP|GPU|SYCL|OPENCL|OPENACC)/i;
/** Whether a build failed since it is for an accelerator. */
export const needsAccelerator = (output: string): boolean =>
  NO_DEVICE.test(output) || areForAccelerator(refusedOptions(output));

const isCompiler = (name: string, value: string): boolean =>
  /^(MPI_?)?(CC|CXX|FC|F77|F90|LD|LINKER|CPP)$/.test(name) &&
  languageOfAnyCompiler(basename(value.split(/\s+/)[0] ?? '')) !== undefined;

/** How well a block that is commented out suits this machine; undefined if it does not. */
function pointsOfBlock({ title, commented }: Block, shared: ReadonlySet<string>, mpi: boolean): number | undefined {
  const values = [...commented.values()];
  const compiler = [...commented].find(([name, value]) => isCompiler(name, value))?.[1];
  const common = [...commented.keys()].filter((name) => shared.has(name)).length;
  if (compiler === undefined || common < 2) return undefined;
  // Paths of other machines, and accelerators.
  if (
    values.some((value) => /(^|[\s=])\/(?!usr\/bin\/)\S/.test(value)) ||
    /cuda|hip|offload|gpu|target/i.test(values.join(' '))
  )
    return undefined;
  if (isForAccelerator(compiler) || areForAccelerator(values.flatMap((value) => value.split(/\s+/)))) return undefined;
  const named = pointsOf(`${title} ${compiler}`.replace(/[^\w+]+/g, ' '), mpi) ?? -3;
  return named + (mpi && /mpi/i.test(`${compiler} ${values.join(' ')}`) ? 4 : 0);
}

/** The values of a block, in the place of those of the block in use. */
function valuesOf({ commented }: Block, { active }: Block, { sources }: FailedBuild): Map<string, string> {
  const unused = [...active.keys()].filter((name) => !commented.has(name)).map((name): [string, string] => [name, '']);
  const values = [...commented].map(([name, value]): [string, string] => {
    const [word = '', ...others] = value.split(/\s+/);
    return [
      name,
      isCompiler(name, value) && sources.mpi
        ? [compilerHere({ name, word }, sources, true), ...others].join(' ')
        : value,
    ];
  });
  return new Map([...unused, ...values]);
}

/** Takes the block of the makefile that is for this machine, or turns the accelerator off. @param text the makefile */
export function withoutDevice(build: FailedBuild, text: string): Repair | undefined {
  const { output, commands, make, sources } = build;
  if (!needsAccelerator(output) || make === undefined) return undefined;
  const reason = 'the makefile builds for an accelerator that is missing here';
  const switches = make.variables.flatMap(({ name, value, own }): [string, string][] => {
    const off = offFor(value);
    return own && off !== undefined && SWITCH.test(name) ? [[name, off]] : [];
  });
  if (switches.length > 0) return { commands: withVariables(commands, new Map(switches)), reason };
  const blocks = blocksOf(text);
  const foreign = [...refusedOptions(output)].map((option) => option.replace(/^-x(\w+)$/, '-x $1'));
  const used = blocks.find(({ active }) =>
    [...active.values()].some((value) => foreign.some((option) => value.includes(option)) || isForAccelerator(value)),
  );
  if (used === undefined) return undefined;
  const rated = blocks.flatMap((block) => {
    const points = pointsOfBlock(block, new Set(used.active.keys()), sources.mpi);
    return points === undefined ? [] : [{ block, points }];
  });
  const best = rated.sort((a, b) => b.points - a.points).at(0);
  if (best === undefined) return undefined;
  const title = best.block.title.trim().replace(/\s+/g, ' ').slice(0, 60);
  const which = title === '' ? '' : `; its part "${title}" is for this one`;
  return { commands: withVariables(commands, valuesOf(best.block, used, build)), reason: `${reason}${which}` };
}
