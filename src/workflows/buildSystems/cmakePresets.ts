/** The configure presets of a CMake project that can be used on this machine. */
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { isFile, readText, UnreadableFile } from '../../base/files/index.js';

const FILES = ['CMakePresets.json', 'CMakeUserPresets.json'];
/** Bytes; people write presets. */
const LARGEST = 4 << 20;
/** Presets inherit from others no deeper than this. */
const DEEPEST = 16;

const preset = v.object({
  name: v.string(),
  hidden: v.optional(v.boolean(), false),
  inherits: v.optional(
    v.union([
      v.pipe(
        v.string(),
        v.transform((name) => [name]),
      ),
      v.array(v.string()),
    ]),
    [],
  ),
  condition: v.optional(v.unknown()),
});
const file = v.object({
  include: v.optional(v.array(v.string()), []),
  configurePresets: v.optional(v.array(preset), []),
});
type Preset = v.InferOutput<typeof preset>;

/** CMake's name of the system that Node calls by another. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'Darwin', win32: 'Windows' };

function presetsIn(path: string, project: string, seen = new Set<string>()): Preset[] {
  if (seen.has(path) || !isFile(path)) return [];
  seen.add(path);
  let data: unknown;
  try {
    data = JSON.parse(readText(path, { limit: LARGEST, within: project }));
  } catch (error) {
    // CMake reports the line when it configures; paths outside of the project are ignored.
    if (error instanceof SyntaxError || error instanceof UnreadableFile) return [];
    throw error;
  }
  const parsed = v.safeParse(file, data);
  if (!parsed.success) return [];
  const { include, configurePresets } = parsed.output;
  const included = include.flatMap((name) => presetsIn(resolve(dirname(path), name), project, seen));
  return [...included, ...configurePresets];
}

const record = v.looseObject({ type: v.string() });
const texts = v.object({ lhs: v.string(), rhs: v.string() });
const member = v.object({ string: v.string(), list: v.array(v.string()) });

/** Whether a condition holds here; one of a kind that is not known is left to CMake. */
function holds(condition: unknown, expand: (text: string) => string): boolean {
  if (typeof condition === 'boolean') return condition;
  const kind = v.safeParse(record, condition);
  if (!kind.success) return true;
  const { type, value, conditions } = kind.output;
  const pair = v.safeParse(texts, condition);
  const within = v.safeParse(member, condition);
  const equal = pair.success && expand(pair.output.lhs) === expand(pair.output.rhs);
  const included = within.success && within.output.list.map(expand).includes(expand(within.output.string));
  const parts = Array.isArray(conditions) ? conditions : [];
  switch (type) {
    case 'const':
      return value !== false;
    case 'equals':
      return !pair.success || equal;
    case 'notEquals':
      return !equal;
    case 'inList':
      return !within.success || included;
    case 'notInList':
      return !included;
    case 'anyOf':
      return parts.some((part) => holds(part, expand));
    case 'allOf':
      return parts.every((part) => holds(part, expand));
    case 'not':
      return !holds(kind.output.condition, expand);
    default:
      return true;
  }
}

/** The condition of a preset, or that of the first it inherits from that has one. */
function conditionOf({ condition, inherits }: Preset, all: ReadonlyMap<string, Preset>, depth = 0): unknown {
  // null disables it, even if a value is inherited.
  if (condition !== undefined || depth > DEEPEST) return condition;
  const above = inherits.map((name) => all.get(name)).filter((parent) => parent !== undefined);
  return above.map((parent) => conditionOf(parent, all, depth + 1)).find((one) => one !== undefined && one !== null);
}

/**
 * Names of the configure presets that are not hidden and whose conditions hold on this machine, as `cmake --list-presets`
 * lists them.
 * @param system this machine's, as Node calls it
 */
export function configurePresets(project: string, system: string = process.platform): string[] {
  const found = FILES.flatMap((name) => presetsIn(join(project, name), project));
  const all = new Map(found.map((one) => [one.name, one]));
  return [...all.values()]
    .filter((one) => {
      const expand = (text: string): string =>
        text
          .replaceAll('${hostSystemName}', SYSTEMS[system] ?? system)
          .replaceAll('${presetName}', one.name)
          .replaceAll('${sourceDir}', project)
          .replace(/\$p?env\{(\w+)\}/g, (_, name: string) => process.env[name] ?? '');
      return !one.hidden && holds(conditionOf(one, all), expand);
    })
    .map(({ name }) => name);
}
