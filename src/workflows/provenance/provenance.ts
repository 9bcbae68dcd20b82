/** The facts that let a person, or another machine, understand and repeat a run. */
import { homedir } from 'node:os';
import type { Manifest } from '../../experiments/index.js';
import { askCompiler, askLauncher, type AskProgram, type Tool } from '../../targets/mpi.js';
import type { Command } from '../../base/processes/process.js';

type Environment = Command['environment'];

/** Variables that change how parallel programs run. */
const RELEVANT = /^(OMP_|GOMP_|KMP_|OMPI_|PMIX_MCA_|PRTE_|MPICH_|MPIR_|HYDRA_|I_MPI_|UCX_|FI_|SLURM_|MV2_)/;
const SECRET = /secret|token|passw|key|credential|auth|cookie|private/i;
/**
 * Values that are secrets whatever they are called: keys and tokens of known services by their form, keys in PEM form,
 * web addresses with a password.
 */
const SECRET_VALUES = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{15,}/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i,
] as const;
/** Personal data: not needed to repeat a run, and private. */
const PERSONAL = /user|_uid|_gid|account|host|nodelist|addr|_ip$|email|mail_|home|working_cluster|job_name|comment/i;

/**
 * The variables worth keeping: those that steer parallel programs and those the configuration sets. Values of
 * secret-looking names, and values that look like keys or tokens, are replaced; names about people and machines are left
 * out, the home folder is written `~`.
 * @param secret names of further variables whose values are not to be kept
 */
export function selectedEnvironment(
  environment: Environment,
  configured: readonly string[],
  home = homedir(),
  secret: readonly string[] = [],
): Record<string, string> {
  const kept = Object.entries(environment)
    .filter(([name]) => RELEVANT.test(name) || configured.includes(name))
    .filter(([name]) => !PERSONAL.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const hidden = (name: string, value: string): boolean =>
    SECRET.test(name) || secret.includes(name) || SECRET_VALUES.some((form) => form.test(value));
  const shown = (name: string, value: string): string =>
    hidden(name, value) ? '(redacted)' : home.length > 1 ? value.replaceAll(home, '~') : value;
  return Object.fromEntries(kept.map(([name, value]) => [name, shown(name, value)]));
}

/** An assignment in a script: not only at the beginning of a line, with a value of any pieces in any quotes. */
const ASSIGNMENT =
  /(?<=^|[\s;&|({])([A-Za-z_]\w*)=((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$\([^)]*\)|`[^`]*`|[^\s;&|()'"\\`])+)/gms;
/** As shells of the C family write it. */
const SETENV = /(?<=^|[\s;&|({])(setenv\s+([A-Za-z_]\w*)\s+)('[^']*'|"[^"]*"|[^\s;&|]+)/gm;

/** A shell script as it may be kept: values of assignments that are secret by name or form, and secrets anywhere else. */
export function redactedScript(script: string): string {
  const secret = (name: string, value: string): boolean =>
    SECRET.test(name) || SECRET_VALUES.some((form) => form.test(value));
  const shown = script
    .replace(ASSIGNMENT, (whole, name: string, value: string) => (secret(name, value) ? `${name}='(redacted)'` : whole))
    .replace(SETENV, (whole, head: string, name: string, value: string) =>
      secret(name, value) ? `${head}'(redacted)'` : whole,
    );
  return SECRET_VALUES.reduce((text, form) => text.replace(new RegExp(form, `${form.flags}g`), '(redacted)'), shown);
}

/** A setting of any form, such as a list of lines, with what is secret in its texts replaced. */
export function redacted(setting: unknown): unknown {
  if (typeof setting === 'string') return redactedScript(setting);
  if (Array.isArray(setting)) return setting.map(redacted);
  if (typeof setting !== 'object' || setting === null) return setting;
  return Object.fromEntries(
    Object.entries(setting).map(([name, value]) => [
      name,
      SECRET.test(name) && typeof value === 'string' ? '(redacted)' : redacted(value),
    ]),
  );
}

/** The tools of a build and a run. */
export interface Toolchain {
  readonly compiler: Tool | undefined;
  readonly launcher: Tool | undefined;
}

const LAUNCHER = /^(mpirun|mpiexec|orterun|prun|srun)([.-]\w+)*$/;

/**
 * Returns the versions of compiler and launcher.
 * @param compiler the MPI compiler behind trimtab-cc
 * @param run the run's argument vector
 * @param ask how programs of the build and of the run are queried
 */
export async function describeToolchain(
  compiler: string | undefined,
  run: readonly string[],
  ask: { readonly build: AskProgram; readonly run: AskProgram },
): Promise<Toolchain> {
  const launcher = run.find((word) => LAUNCHER.test(word.slice(word.lastIndexOf('/') + 1)));
  const [described, launched] = await Promise.all([
    compiler === undefined ? undefined : askCompiler(compiler, ask.build),
    launcher === undefined ? undefined : askLauncher(launcher, ask.run),
  ]);
  return { compiler: described, launcher: launched };
}

/** The tools in the form the manifest keeps. */
export function toolFacts({ compiler, launcher }: Toolchain): Pick<Manifest, 'compiler' | 'mpi'> {
  return {
    ...(compiler === undefined ? {} : { compiler: { ...compiler } }),
    ...(launcher === undefined ? {} : { mpi: { ...launcher } }),
  };
}
