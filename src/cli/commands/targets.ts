/** `trimtab targets`: machines that can run programs, and their software. */
import { present } from '../../base/present.js';
import { allSystems } from '../../measurement/adapters/index.js';
import { describeWithSystems, type FoundSystem } from '../../measurement/adapters/detect.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { createTarget } from '../../targets/create.js';
import { findTarget, LOCAL, type TargetConfiguration } from '../../targets/description.js';
import { kindOf } from '../../targets/kinds.js';
import { findConfiguration, loadConfiguration } from '../../workflows/index.js';
import { acceptTargets } from './acceptTargets.js';
import type { Context } from '../services/context.js';
import type { TargetsRequest } from '../arguments/targets.js';

/** A target and its software. */
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
    return { ...named(configuration), ready, text, ...present({ systems }) };
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
