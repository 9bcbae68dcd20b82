/** `selection` and `groups` in `trimtab.yaml`: which functions are measured. */
import { present } from '../../base/present.js';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { readText } from '../../base/files/index.js';
import { record, strictObject } from '../../base/schemas.js';
import { canonicalGlob } from './glob.js';
import { type FileRule, type FunctionRule, LONGEST_GLOB, MOST_RULES } from './model.js';
import { type PlannedSelection, plainRules } from './planned.js';
import { LARGEST_SELECTION, parseSelection } from './syntaxes.js';

/** Settings of the selection in trimtab.yaml. */
export interface SelectionSettings {
  /** A file of TAU or Score-P, relative to trimtab.yaml; neighboring settings count after it. */
  readonly file?: string;
  readonly rules: PlannedSelection;
}

/** Reserved groups, into which functions cannot be put. */
const RECORDED = ['MPI', 'MESSAGE', 'OPENMP'];

const pattern = v.pipe(
  v.string('write a pattern such as "get_*"'),
  v.minLength(1, 'write at least one character'),
  v.maxLength(LONGEST_GLOB, `write at most ${LONGEST_GLOB} characters`),
  // oxlint-disable-next-line no-control-regex -- what no name holds
  v.regex(/^[^\x00-\x1f\x7f]*$/, 'write no control characters'),
  v.transform(canonicalGlob),
);

const ruleOf = (what: string, more: v.ObjectEntries) =>
  v.union(
    [
      strictObject({ exclude: v.pipe(pattern, v.description(`Excludes ${what}.`)), ...more }),
      strictObject({
        include: v.pipe(pattern, v.description(`Includes ${what}, overriding earlier rules.`)),
        ...more,
      }),
    ],
    'write exclude or include with a pattern, such as { exclude: "get_*" }',
  );
const mangled = v.optional(
  v.pipe(v.boolean('write true or false'), v.description("Whether the pattern is for the linker's names.")),
);
const rules = <Rule extends v.GenericSchema>(rule: Rule, description: string) =>
  v.optional(v.pipe(v.array(rule, 'write a list of rules'), v.maxLength(MOST_RULES), v.description(description)), []);

const groupName = v.pipe(
  v.string(),
  v.minLength(1, 'write at least one character'),
  v.maxLength(100, 'write at most 100 characters'),
);

const groups = v.pipe(
  record(groupName, v.array(pattern, 'write a list of patterns')),
  v.check(
    (value) => Object.keys(value).every((name) => !RECORDED.includes(name)),
    `write other names than ${RECORDED.join(', ')}, which are what the libraries do`,
  ),
  v.description('Groups of functions, by patterns of their names. A function may be in several.'),
  v.examples([{ IO: ['write_*', 'read_*'] }]),
);

/** Schema of `selection`. */
export const selectionSchema = v.pipe(
  strictObject({
    file: v.optional(
      v.pipe(
        v.string('write the path of a file'),
        v.minLength(1, 'write at least one character'),
        v.description(
          'A selective instrumentation file of TAU or a filter file of Score-P, relative to this file. The rules here count after its own.',
        ),
        v.examples(['select.tau']),
      ),
    ),
    files: rules(
      ruleOf('the functions of files', {}),
      'Rules for source files: of those that fit, the last one counts. * goes over slashes; a pattern without / is for names of files. The program has to be compiled again when they change.',
    ),
    functions: rules(
      ruleOf('functions', { mangled }),
      'Rules for functions, by name with or without parameters: of those that match, the last one counts. Included functions are always measured. Nothing is compiled again.',
    ),
    groups: v.optional(groups, {}),
  }),
  v.description('Which functions are measured.'),
);

/** Schema of `groups`. */
export const groupsSchema = v.pipe(
  record(
    groupName,
    v.pipe(
      v.union([v.boolean(), v.picklist(['on', 'off'])], 'write on or off'),
      v.transform((value) => value === true || value === 'on'),
    ),
  ),
  v.check(
    (value) => !['MPI', 'MESSAGE'].some((name) => new Map(Object.entries(value)).get(name) === false),
    'write no MPI: off: calls of MPI are always recorded',
  ),
  v.description(
    'Groups that are switched when the program starts: a function is off where all of its groups are, and measured where one is switched on. Functions without a group are in DEFAULT.',
  ),
  v.examples([{ IO: false }]),
);

interface WrittenRule {
  readonly exclude?: unknown;
  readonly include?: unknown;
  readonly mangled?: unknown;
}

function ruleIn(written: WrittenRule): FunctionRule {
  const { exclude, include, mangled: isMangled } = written;
  const rule: FileRule = { take: exclude === undefined ? 'include' : 'exclude', glob: String(exclude ?? include) };
  return isMangled === true ? { ...rule, mangled: true } : rule;
}

/** Returns the settings of a checked configuration. */
export function selectionSettings(
  selection: v.InferOutput<typeof selectionSchema>,
  switched: v.InferOutput<typeof groupsSchema>,
): SelectionSettings {
  return {
    ...present({ file: selection.file }),
    rules: {
      files: selection.files.map(ruleIn),
      functions: selection.functions.map(ruleIn),
      groups: Object.entries(selection.groups).flatMap(([group, globs]) => globs.map((glob) => ({ group, glob }))),
      switched,
    },
  };
}

/**
 * The whole selection, with that of its file.
 * @param configuration path of trimtab.yaml
 * @throws TrimtabError where the file cannot be read, with line and column where it is wrong
 */
export function wholeSelection({ file, rules: own }: SelectionSettings, configuration: string): PlannedSelection {
  if (file === undefined) return own;
  const path = resolve(dirname(configuration), file);
  const { selection } = parseSelection(readText(path, { limit: LARGEST_SELECTION, within: null }), path);
  const read = plainRules(selection);
  return { ...own, files: [...read.files, ...own.files], functions: [...read.functions, ...own.functions] };
}
