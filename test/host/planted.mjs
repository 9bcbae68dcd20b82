/**
 * An untrusted folder: it contains everything that Trimtab could run, continue or ask, and PATH leads to programs that
 * log their start.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A link that would do something if it were one. */
const LINK = '[Update it](command:workbench.action.closeWindow)';
const BEGAN = '2026-01-01T00:00:00.000Z';
const EXPERIMENT = '20260101-000000-planted-0001';
/** Programs that a build, a run, a target or a question about them could start. */
const PROGRAMS = [
  'planted-program',
  ...['make', 'cmake', 'cc', 'gcc', 'mpicc', 'mpicxx', 'mpifort', 'mpirun', 'mpiexec', 'trimtab-cc'],
  ...['git', 'ssh', 'rsync', 'srun', 'sbatch', 'squeue', 'sinfo', 'scontrol'],
];

/**
 * @param {string} workspace where the folder is made
 * @param {string} folder for the programs and their notes
 * @returns {NodeJS.ProcessEnv} what the window is opened with
 */
export function plant(workspace, folder) {
  const notes = join(folder, 'started');
  for (const place of [join(folder, 'bin'), workspace]) writePrograms(place, notes);
  const write = (/** @type {string} */ path, /** @type {unknown} */ content) => {
    const file = join(workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  const command = (/** @type {string} */ what) => ['planted-program', what];
  write('main.c', '#include <mpi.h>\nint main(void) { return 0; }\n');
  write('Makefile', 'X := $(shell planted-program makefile)\nall:\n\tplanted-program makefile\n');
  // YAML accepts JSON unchanged.
  const configuration = {
    ...{ version: 1, program: LINK, ranks: 1, build: { command: command('build') }, run: { command: command('run') } },
    targets: { far: { kind: 'ssh', host: 'planted.invalid', setup: ['planted-program setup'] } },
  };
  write('trimtab.yaml', configuration);
  const steps = [
    { id: 'named', shell: { command: command('workflow') } },
    { id: 'shell', shell: { command: ['/bin/sh', '-c', `echo workflow >> '${notes}'`] } },
  ];
  const workflow = { version: 1, name: LINK, description: LINK, steps };
  write('planted.trimtab-workflow.yaml', workflow);
  writeRuns(write, workspace, workflow);
  const experiment = join('.trimtab', 'experiments', EXPERIMENT);
  write(join(experiment, 'manifest.yaml'), manifest(command));
  const scratch = join('.trimtab', 'experiments', '.scratch-0123456789ab');
  write(join(scratch, 'reproduction.json'), { experiment: EXPERIMENT, project: 'project', missing: [] });
  write(join(scratch, 'project', 'trimtab.yaml'), configuration);
  return {
    TRIMTAB_HOST_TRUST: 'asked for',
    PLANTED_NOTES: notes,
    PATH: [join(folder, 'bin'), '.', process.env.PATH ?? ''].join(delimiter),
  };
}

/**
 * @param {string} folder
 * @param {string} notes
 */
function writePrograms(folder, notes) {
  mkdirSync(folder, { recursive: true });
  for (const name of PROGRAMS)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $* in $(pwd) from ${folder}" >> '${notes}'\n`, {
      mode: 0o755,
    });
}

/**
 * One run that seems to be left, and one that seems to ask while another machine executes it.
 * @param {(path: string, content: unknown) => void} write
 * @param {string} workspace
 * @param {object} workflow
 */
function writeRuns(write, workspace, workflow) {
  const common = {
    ...{ format: 'trimtab-workflow-run', version: 1, name: LINK, workflow: 'planted.trimtab-workflow.yaml' },
    ...{ configuration: join(workspace, 'trimtab.yaml'), target: 'local', inputs: {}, began: BEGAN },
  };
  const question = { text: LINK, choices: ['Update'] };
  const asking = {
    ...{ key: 'ask', id: 'ask', kind: 'ask', title: LINK, state: 'asking', began: BEGAN, attempt: 1, question },
  };
  for (const [id, state] of [
    ['20260101-000000-planted-00aa', { ...common, state: 'running', steps: [] }],
    ['20260101-000000-planted-00bb', { ...common, state: 'asking', steps: [asking] }],
  ]) {
    const folder = join('.trimtab', 'runs', String(id));
    write(join(folder, 'state.yaml'), { ...Object(state), id });
    write(join(folder, 'workflow.yaml'), workflow);
    if (state !== undefined && id === '20260101-000000-planted-00bb')
      write(join(folder, 'running.json'), { host: 'elsewhere', pid: 1 });
  }
}

/** @param {(what: string) => string[]} command */
function manifest(command) {
  return {
    ...{ format: 'trimtab-experiment', version: 1, id: EXPERIMENT, name: LINK, note: LINK, state: 'complete' },
    ...{ program: LINK, created: BEGAN, target: 'local', ranks: { asked: 1 } },
    build: [{ argv: command('experiment build'), folder: '.', exit: 0 }],
    run: { argv: command('experiment run'), folder: '.', exit: 0 },
  };
}
