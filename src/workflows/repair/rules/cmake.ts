/** Projects of CMake that refuse a value, such as a build type, or demand one. */
import { declaredOptions } from '../../buildSystems/cmakeOptions.js';
import { configures, definitionIn, withDefinitions } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { areForAccelerator } from '../foreignOptions.js';
import { plausible } from '../plausible.js';

const TYPE = 'CMAKE_BUILD_TYPE';
const TYPES = ['Release', 'RelWithDebInfo', 'Debug', 'MinSizeRel'];

/** The text of the first error of CMake: its paragraph. */
export function cmakeError(output: string): string | undefined {
  const found = /^CMake Error at [^\n]*\n((?:[ \t]+[^\n]*\n|\n)+)/m.exec(output)?.[1];
  return found
    ?.replace(/\s+/g, ' ')
    .replace(/Call Stack.*$/, '')
    .trim();
}

/** Takes a build type that the project names, in the place of the one that it refuses. */
export function buildType({ output, commands, failed }: FailedBuild): Repair | undefined {
  if (failed === undefined || !configures(failed)) return undefined;
  const refused = definitionIn(commands, TYPE);
  const error = cmakeError(output);
  if (error === undefined || refused === undefined) return undefined;
  if (!/build[ _-]?type/i.test(error) && !error.includes(refused)) return undefined;
  const named = TYPES.find((type) => type !== refused && new RegExp(`\\b${type}\\b`, 'i').test(error));
  if (named === undefined) return undefined;
  // Spelled as the project does.
  const spelled = new RegExp(`\\b${named}\\b`, 'i').exec(error)?.[0] ?? named;
  return {
    commands: withDefinitions(commands, new Map([[TYPE, spelled]])),
    reason: `the project refuses the build type ${refused} and names ${spelled}`,
  };
}

/** A variable that an error of CMake demands, with the values that are named. */
export interface Demanded {
  readonly name: string;
  readonly values: readonly string[];
}

const DEMAND =
  /\b([A-Z][A-Z0-9_]{2,})\b[^.]*?\b(?:is (?:unspecified|not (?:set|specified|defined))|(?:must|has to|needs to|should) be (?:set|specified|defined|one of|given)|(?:cannot|can not) be empty)|(?:set|specify|choose|pick|select)(?: a| the| one)? (?:value (?:for|of) )?\b([A-Z][A-Z0-9_]{2,})\b/;

/** The variable that CMake demands; undefined if its error is another one. */
export function demandedBy(output: string): Demanded | undefined {
  const error = cmakeError(output);
  const match = error === undefined ? undefined : DEMAND.exec(error);
  const name = match?.[1] ?? match?.[2];
  if (error === undefined || name === undefined || name.startsWith('CMAKE_')) return undefined;
  const inside = /one of:?\s*([\w;|,/ -]+)/i.exec(error)?.[1];
  const word = name.toLowerCase().replace(/^.*_/, '');
  const shown = new RegExp(
    `(?:available|supported|valid|possible|known|allowed) (?:\\w+ )?(?:${word}s?|values|options)[^:\\n]*:\\s*(.+)`,
    'i',
  ).exec(output)?.[1];
  const values = (inside ?? shown ?? '')
    .split(/[;,|\s]+/)
    .filter((value) => /^[\w.+-]+$/.test(value) && value !== 'or');
  return { name, values };
}

/** Gives a variable that the project demands the value that suits this machine, if one clearly does. */
export function demandedValue({ output, commands, failed, sources }: FailedBuild): Repair | undefined {
  if (failed === undefined || !configures(failed)) return undefined;
  const demanded = demandedBy(output);
  if (demanded === undefined || definitionIn(commands, demanded.name) !== undefined) return undefined;
  const { name, values } = demanded;
  const first = plausible(values, sources.mpi).find(({ points }) => points > 0);
  if (first === undefined) return undefined;
  return {
    commands: withDefinitions(commands, new Map([[name, first.name]])),
    reason: `the project demands ${name}, one of ${values.slice(0, 12).join(', ')}`,
  };
}

/** Names of options that need an accelerator. */
const ACCELERATED = /CUDA|HIP\b|_HIP|ROCM|SYCL|OPENCL|OPENACC|OFFLOAD|GPU/;
const NO_DEVICE =
  /CMAKE_(CUDA|HIP)_COMPILER|\b(nvcc|hipcc)\b[^\n]*(not found|No such file)|Could (NOT|not) find [^\n]*(CUDA|HIP|ROCm|OpenCL|OpenACC)|CUDA_TOOLKIT_ROOT_DIR/;

/** Turns options for accelerators off. @param text CMakeLists.txt of the project */
export function withoutAccelerator({ output, commands, failed }: FailedBuild, text: string): Repair | undefined {
  if (
    failed === undefined ||
    !commands.some(configures) ||
    !(NO_DEVICE.test(output) || areForAccelerator(refusedIn(output)))
  )
    return undefined;
  const on = declaredOptions(text).flatMap(({ name, value }) =>
    ACCELERATED.test(name) && /^(on|yes|true|1)$/i.test(value) ? [name] : [],
  );
  const open = on.filter((name) => definitionIn(commands, name) === undefined);
  if (open.length === 0) return undefined;
  return {
    commands: withDefinitions(commands, new Map(open.map((name) => [name, 'OFF']))),
    reason: `${open.join(' and ')} ${open.length === 1 ? 'needs' : 'need'} an accelerator that is missing here`,
  };
}

const refusedIn = (output: string): string[] =>
  [...output.matchAll(/error: (?:unrecognized command[- ]line option|unknown argument:) ['‘"`]([^'’"\s]+)/g)].map(
    ([, option = '']) => option,
  );
