/** An untrusted workspace: a trace, a profile and experiments whose names hold Markdown, HTML, commands and icons. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from '../../../scripts/lib/layout.mjs';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { encodeCube } from '../../../src/formats/cube/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { copyRenamed } from './renamedArchive.js';

/** Without a slash: a program is named after its file. */
export const HOSTILE = 'hostile [run](command:trimtab.stop) <img src=x> $(bug~spin)';
export const ATTACK = `${HOSTILE} ![p](http://tracker.example/p.png) <img src="http://tracker.example/i.png"> <a href="http://tracker.example/">t</a> | *b* \`c\``;

/** Names of experiments in the history. */
export const hostileNames = ['first', 'second'].map((name) => `${name} ${ATTACK}`);

const example = join(root, 'examples/heat2d-mpi');

/** All names but those of MPI, by which properties go, and the name of the source file, by which it is found. */
function rename(text: string): string {
  if (/^(MPI($|_)|CALL_SITE$|ProcessId$)/.test(text)) return text;
  if (text.endsWith('.c')) return join(dirname(text), HOSTILE, basename(text));
  return `${text} ${ATTACK}`;
}

/** Makes the workspace: heat2d.c, `trace`, a profile named by `HOSTILE`, and two experiments. @returns its folder */
export function hostileProgram(): string {
  // An opened trace is named after the folder of its workspace.
  const folder = join(mkdtempSync(join(tmpdir(), 'hostile-')), HOSTILE);
  mkdirSync(folder);
  cpSync(join(example, 'heat2d.c'), join(folder, 'heat2d.c'));
  copyRenamed(join(example, 'recorded'), join(folder, 'trace'), rename);
  const trace = openArchive(join(folder, 'trace'));
  const { report, space } = analyzeTrace(trace, { program: ATTACK });
  const bytes = [...encodeCube(space, trace.definitions, { creator: ATTACK })];
  writeFileSync(join(folder, `${HOSTILE}.cubex`), Buffer.concat(bytes));
  const store = new ExperimentStore(folder);
  for (const [index, name] of hostileNames.entries()) {
    const moment = new Date(Date.UTC(2026, 10, 2, 9, index));
    const recorder = store.create({ program: ATTACK, target: ATTACK, ranks: 4, name }, moment);
    mkdirSync(join(recorder.folder, 'sources'));
    cpSync(join(folder, 'heat2d.c'), join(recorder.folder, 'sources/heat2d.c'));
    const measured = report.lines[0]?.place.file ?? '';
    recorder.update({ sources: [{ measured, copy: 'sources/heat2d.c', project: 'heat2d.c' }] });
    recorder.storeResults(report, { ...space, definitions: spaceDefinitions(trace.definitions) });
    recorder.finish('complete');
    store.update(recorder.id, { tags: [HOSTILE], note: ATTACK });
  }
  return folder;
}
