/** `trimtab targets`: where programs can run, and what is there. */
import { allSystems } from '../measurement/adapters/index.js';
import { describeWithSystems, type FoundSystem } from '../measurement/adapters/detect.js';
import { TrimtabError } from '../base/problem.js';
import { plainLine } from '../base/text.js';
import { createTarget } from '../targets/create.js';
import { findTarget, LOCAL, type TargetConfiguration } from '../targets/description.js';
import { kindOf } from '../targets/kinds.js';
import { findConfiguration, loadConfiguration } from '../workflows/index.js';
import { acceptTargets } from './acceptTargets.js';
import type { Context } from './context.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface TargetsRequest {
  readonly command: 'targets';
  readonly json: boolean;
  /** Whether they are asked what they have; else they are named. */
  readonly check: boolean;
  /** The one that is asked; all otherwise. */
  readonly name?: string;
  /** Whether what their descriptions run is accepted without a question. */
  readonly isAccepted: boolean;
}

export const TARGETS_HELP = `  trimtab targets                       list the targets of trimtab.yaml
  trimtab targets check [name]          check a target: the machine, and measurement systems of the site (Score-P, TAU,
                                        ompP, EZTrace, HPCToolkit, Caliper) that measure.with may name; asks before it
                                        uses setup or sshConfig of trimtab.yaml; --yes accepts them
`;

const options = { json: { type: 'boolean' }, yes: { type: 'boolean' } } as const;

/** @param args the words after `targets` */
export function targetsRequest(args: readonly string[]): TargetsRequest {
  const { values, positionals } = readWords(args, options);
  const [verb, name, ...more] = positionals;
  if (verb !== undefined && verb !== 'check') throw new UsageError(`targets does not take "${verb}".`);
  if (more.length > 0) throw new UsageError(`targets check does not take "${more[0] ?? ''}".`);
  if (values.yes === true && verb !== 'check') throw new UsageError('--yes belongs to targets check.');
  const asked = name === undefined ? {} : { name };
  const isAccepted = values.yes === true;
  return { command: 'targets', json: values.json === true, check: verb === 'check', isAccepted, ...asked };
}

/** What one target is, and has. */
interface Checked {
  readonly name: string;
  readonly kind: string;
  readonly place: string;
  readonly ready?: boolean;
  readonly text?: string;
  readonly systems?: readonly FoundSystem[];
}

/** @throws TrimtabError where there is no such target, its description is not accepted, or none that was asked is ready */
export async function targets(context: Context, request: TargetsRequest): Promise<void> {
  const { terminal, folder, signal } = context;
  const path = findConfiguration(folder);
  const configuration = path === undefined ? undefined : loadConfiguration(path);
  const described = configuration?.targets ?? [];
  const all = described.some(({ name }) => name === LOCAL.name) ? described : [LOCAL, ...described];
  const { name } = request;
  const asked = name === undefined ? all : [findTarget(name, all)];
  if (request.check && path !== undefined)
    await acceptTargets(context, asked, { path, isAccepted: request.isAccepted });
  // A program that the project brings is none of the machine's.
  const how = { signal, outside: configuration === undefined ? [] : [configuration.project] };
  const found: Checked[] = [];
  for (const target of asked) found.push(request.check ? await checked(target, how) : named(target));
  if (request.json) await terminal.json(found);
  else await terminal.lines(found.flatMap(linesOf));
  if (request.check && found.every(({ ready }) => ready !== true))
    throw new TrimtabError('No target is ready; see above what is missing.');
}

const named = (target: TargetConfiguration): Checked => ({
  name: target.name,
  kind: target.kind,
  place: kindOf(target).place(target),
});

async function checked(
  configuration: TargetConfiguration,
  how: { readonly signal: AbortSignal; readonly outside: readonly string[] },
): Promise<Checked> {
  const target = createTarget(configuration, { outside: how.outside });
  try {
    const { text, ready, systems } = await describeWithSystems(target, how);
    return { ...named(configuration), ready, text, ...(systems === undefined ? {} : { systems }) };
  } finally {
    await target.close();
  }
}

const WIDTH = Math.max(...allSystems.map(({ name }) => name.length));

function linesOf({ name, place, text, ready, systems = [] }: Checked): string[] {
  const state = ready === undefined ? '' : ready ? ' (ready)' : ' (not ready)';
  return [
    plainLine(`${name}${state}: ${text ?? place}`),
    ...systems.map((system) => `  ${plainLine(`${system.name.padEnd(WIDTH)}  ${system.text}`)}`),
  ];
}
