/** How people describe targets, in trimtab.yaml (`targets:`) or in the editor's settings. */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { TrimtabError } from '../base/problem.js';
import { record } from '../base/schemas.js';
import { type Described, targetName, type TargetConfiguration } from './configuration.js';
import { kinds } from './kinds.js';
import { LOCAL } from './local/kind.js';
import { withAbsoluteConfig } from './ssh/login.js';

export type { TargetConfiguration } from './configuration.js';
export { targetName } from './configuration.js';
export { LOCAL } from './local/kind.js';

const names = kinds.map(({ name }) => name);
const noKind = v.variant('kind', [], `write ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`);
const written = v.object({ kind: v.string() });

/** Schema of one target's entry, which its kind has; `targetsSchema` gives it its name. */
const targetSchema = v.lazy((entry): v.GenericSchema<unknown, Described> => {
  const kind = v.is(written, entry) ? kinds.find(({ name }) => name === entry.kind) : undefined;
  return kind?.schema ?? noKind;
});

/** Schema of `targets:`, name by name. */
export const targetsSchema = v.pipe(
  record(targetName, targetSchema),
  v.transform((entries) => Object.entries(entries).map(([name, entry]): TargetConfiguration => ({ name, ...entry }))),
);

/**
 * Targets from the editor's settings.
 * @throws TrimtabError naming the target and what to write
 */
export function parseTargets(value: unknown, where = 'The setting trimtab.targets'): readonly TargetConfiguration[] {
  const parsed = v.safeParse(targetsSchema, value);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const keys = (issue.path ?? []).map((item) => String(item.key)).join('.');
  const known = issue.type !== 'strict_object' || issue.expected !== 'never';
  const problem = known ? issue.message : 'it is not known here; remove it or correct its spelling';
  throw new TrimtabError(`${where}${keys === '' ? '' : `, ${keys}`}: ${problem}.`);
}

/**
 * A target whose local paths are absolute: its ssh_config and the folders here that hold sources.
 * @param folder where relative paths begin: that of the configuration
 */
export function withAbsolutePaths(target: TargetConfiguration, folder: string): TargetConfiguration {
  const pathMap = target.pathMap.map(({ remote, local }) => ({ remote, local: resolve(folder, local) }));
  return { ...withAbsoluteConfig(target, folder), pathMap };
}

/**
 * The target of a name: from the first list that has it (trimtab.yaml before the settings).
 * @throws TrimtabError when no list has it
 */
export function findTarget(name: string, ...lists: readonly (readonly TargetConfiguration[])[]): TargetConfiguration {
  const all = [...lists.flat(), LOCAL];
  const found = all.find((target) => target.name === name);
  if (found !== undefined) return found;
  const known = [...new Set(all.map((target) => target.name))].join(', ');
  throw new TrimtabError(
    `There is no target "${name}"; describe it under "targets" in trimtab.yaml or in the settings, or choose one of: ${known}.`,
  );
}
