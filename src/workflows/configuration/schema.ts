/** Contents of `trimtab.yaml`: the authoritative check, from which editors' schemas are made. */
import { isAbsolute, normalize, sep } from 'node:path';
import * as v from 'valibot';
import { record, strictObject } from '../../base/schemas.js';
import { faultOf } from '../../measurement/environment.js';
import { groupsSchema, selectionSchema } from '../../measurement/selection/settings.js';
import { measureSchema } from '../../measurement/settings.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { targetName, targetsSchema } from '../../targets/description.js';
import { pathPairs } from './pathPairs.js';
import { editorSchema as targetEditorSchema } from '../../targets/editorSchema.js';

/** Default timeouts of steps in seconds. */
export const DEFAULT_TIMEOUTS = { build: 1800, run: 3600 };
const DEFAULT_SOURCES = ['**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx,f,F,for,f90,F90,f95,f03,f08,inc}'];

const text = v.pipe(v.string('write a text'), v.minLength(1, 'write at least one character'));
/** `{ranks}` without quotes is a YAML mapping; what is meant is clear. */
const unquoted = v.pipe(
  strictObject({ ranks: v.null() }),
  v.transform(() => '{ranks}'),
);
const argument = v.union(
  [v.string(), v.pipe(v.number(), v.transform(String)), unquoted],
  'write each argument as a text',
);
const argv = v.pipe(
  v.array(argument, 'write the command as a list: program and arguments, such as [make, -B]'),
  v.minLength(1, 'write at least the program to start'),
  v.description('Program and arguments as a list; no shell reads them.'),
  v.examples([['mpirun', '-n', '{ranks}', './heat2d']]),
);
const commandList = v.pipe(
  v.union(
    [v.pipe(v.array(argv), v.minLength(1, 'write at least one command')), argv],
    'write a list such as [make, -B], or a list of such lists',
  ),
  v.description('One command, or several that follow each other.'),
  v.transform((value): string[][] => (value.every((item) => typeof item !== 'string') ? value : [value.map(String)])),
);
const duration = v.pipe(
  v.number('write a number of seconds'),
  v.finite('write a number of seconds'),
  v.minValue(1, 'write at least 1 second'),
);
const variable = v.union(
  [v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))],
  'write a text, such as "1"',
);

/** Variables; those of the probe must make sense to it. */
const environment = v.pipe(
  record(v.string(), variable),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, value] of Object.entries(dataset.value)) {
      const message = faultOf(key, value);
      const input = dataset.value;
      if (message !== undefined) addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value }] });
    }
  }),
  v.description('Variables for build and run.'),
);

/** Whether a relative path leads no higher than where it begins. */
function isBelow(path: string): boolean {
  const plain = normalize(path);
  return !isAbsolute(plain) && plain !== '..' && !plain.startsWith(`..${sep}`);
}

const folder = (what: string) =>
  v.optional(v.pipe(text, v.description(`Folder in which to ${what}, relative to this file.`)), '.');

const build = v.pipe(
  strictObject({ folder: folder('build'), command: commandList }),
  v.description(
    'How to build the instrumented program: put trimtab-cc in front of the MPI compiler. Omit it if the program is already instrumented.',
  ),
);
const run = v.pipe(
  strictObject({
    folder: folder('run'),
    command: argv,
    input: v.exactOptional(
      v.pipe(
        text,
        v.check((path) => isBelow(path), 'write the path of a file in the folder of trimtab.yaml, relative to it'),
        v.description(
          'A file that the program reads from standard input (rank 0 of an MPI program). It is below the folder of this file, and relative to it.',
        ),
        v.examples(['input.txt']),
      ),
    ),
  }),
  v.description('How to run the program.'),
);
const timeouts = v.pipe(
  strictObject({
    build: v.optional(duration, DEFAULT_TIMEOUTS.build),
    run: v.optional(duration, DEFAULT_TIMEOUTS.run),
  }),
  v.description('Seconds after which a step is stopped.'),
);

const configurationEntries = {
  version: v.pipe(v.literal(1, 'write 1'), v.description('The version of this format.')),
  program: v.pipe(
    text,
    v.maxLength(100, 'write at most 100 characters'),
    v.description('Name of the program, shown with its experiments.'),
  ),
  target: v.optional(
    v.pipe(
      targetName,
      v.description(
        "The target to run on: local (this machine), one of targets below, or one of the editor's settings.",
      ),
    ),
    THIS_MACHINE,
  ),
  targets: v.optional(targetsSchema, {}),
  ranks: v.pipe(
    v.number('write a whole number such as 4'),
    v.integer('write a whole number such as 4'),
    v.minValue(1, 'write 1 or more'),
    v.maxValue(1_000_000, 'write at most 1000000'),
    v.description('Number of MPI ranks to start; it replaces {ranks} in run.command.'),
  ),
  build: v.optional(build),
  run,
  sources: v.optional(
    v.pipe(
      v.array(text, 'write a list of patterns such as ["src/**/*.c"]'),
      v.description(
        'Patterns of source files whose text is kept with each experiment, relative to this file. They may contain **, *, ? and {a,b}.',
      ),
      v.examples([['src/**/*.{c,h}']]),
    ),
    DEFAULT_SOURCES,
  ),
  pathMap: v.optional(
    v.pipe(
      pathPairs,
      v.description(
        'Source folders of measurements on other machines, and the local folders with the same sources, relative to this file. "." matches relative paths.',
      ),
      v.examples([{ '/home/them/solver/src': 'src' }]),
    ),
    {},
  ),
  measure: v.optional(measureSchema, {}),
  selection: v.optional(selectionSchema, {}),
  groups: v.optional(groupsSchema, {}),
  environment: v.optional(environment, {}),
  timeouts: v.optional(timeouts, {}),
};

/** The check that counts. */
export const configurationSchema = strictObject(configurationEntries);

/** Schema with which editors complete and check: it has keys of all kinds of targets side by side. */
export const editorSchema = v.pipe(
  v.strictObject({
    ...configurationEntries,
    targets: v.optional(
      v.pipe(
        v.record(targetName, targetEditorSchema),
        v.description('Machines on which the program can be built and run, by name.'),
      ),
      {},
    ),
  }),
  v.title('trimtab.yaml'),
  v.description('How Trimtab builds and runs a program to measure it.'),
);

/** Schemas to which others refer, by name, where editors' schemas are made. */
export const definitions: Readonly<Record<string, v.GenericSchema>> = { command: argv, target: targetEditorSchema };
