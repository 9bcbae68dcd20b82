/**
 * A program that marks no iterations. A search of it uses the loop that the analysis of an earlier trace found. If none
 * is known it reports once what to do.
 */
import { execa } from 'execa';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import type { ExperimentStore } from '../../../src/experiments/index.js';
import { writeDynamics } from '../../../src/experiments/store/dynamicsFiles.js';
import { Documents } from '../../../src/engine/editor/documents.js';
import { LiveLines } from '../../../src/engine/live/liveLines.js';
import { Placement } from '../../../src/engine/editor/placement.js';
import { ShownExperiment } from '../../../src/engine/project/shownExperiment.js';
import { openMeasurement, programOf } from '../../../src/formats/registry.js';
import { SEARCH_FILE } from '../../../src/measurement/search/history.js';
import { lossTexts, searchedText } from '../../../src/measurement/search/words.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import type { AnalyzeArchive } from '../../../src/workflows/index.js';
import { knownLoop } from '../../../src/workflows/live/knownLoop.js';
import { readSearch, searchRun } from '../../../src/workflows/live/searchRun.js';
import { trimtabWith } from '../../cli/support.js';
import { buildOnce, environment, fresh, mpis, patient, prepare } from '../../probe/support.js';
import { analyzeHere, buildProbe, lacking, mpiProject, PROBE } from '../mpiProject.js';

/**
 * A main loop without marks: each iteration is a call of advance. It continues until the file that LOOP_OVER names
 * exists.
 */
const SOURCE = `#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) static void work(int microseconds) { usleep(microseconds); }

__attribute__((noinline)) static int advance(int rank, const char *over) {
  int is_over = rank == 0 && over != NULL && access(over, F_OK) == 0;
  work(rank == 0 ? 4000 : 2000);
  MPI_Allreduce(MPI_IN_PLACE, &is_over, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return is_over;
}

int main(int argc, char **argv) {
  const char *over = getenv("LOOP_OVER");
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  work(20000);
  for (int i = 0; over != NULL || i < 80; i++)
    if (advance(rank, over)) break;
  MPI_Finalize();
  return 0;
}
`;

/** As the engine's worker does, in this thread: traces with their loops. */
const analyzeArchive: AnalyzeArchive = (archive, options) => {
  const opened = openMeasurement(archive);
  if (opened.kind === 'profile') return analyzeHere(archive, options);
  const { report, space, ...found } = analyzeTrace(opened.trace, {
    program: options.program ?? programOf(archive),
    waits: true,
  });
  const dynamics = dynamicsOfTrace(opened.trace, { report, space, ...found }, options.dynamics ?? {});
  if (options.spaceFile !== undefined) writeDynamics(dirname(options.spaceFile), dynamics, space.callTree.size);
  return Promise.resolve({ report, space: { ...space, definitions: spaceDefinitions(opened.trace.definitions) } });
};

const lineOf = (text: string): number => SOURCE.split('\n').findIndex((one) => one.includes(text)) + 1;

/** Lenses above lines while the program runs. */
const EXPECTED: readonly (readonly [line: number, text: RegExp])[] = [
  [lineOf('int main('), /^running: [\d,]+ iterations · [\d.]+ ms ±\d+ % · [▁-█]+/],
  [lineOf('work(rank == 0'), /^running: Computation \d+\.\d %$/],
  [lineOf('MPI_Allreduce'), /^running: Collective \d+\.\d %$/],
];

/** Lenses over the source of a project, of the search that keeps what it finds in a file. */
function shownLines(folder: string, store: ExperimentStore, file: () => string) {
  const quiet = (): void => undefined;
  const lines = new LiveLines({
    workspace: { shown: (id) => new ShownExperiment(store.get(id), folder) },
    searched: () => [{ store, experiment: store.list()[0]?.id ?? '', file: file() }],
    ...{ changed: quiet, log: quiet },
  });
  const placement = new Placement(new Documents(new TextDocuments(TextDocument)), quiet);
  const uri = pathToFileURL(join(folder, 'late.c')).href;
  return {
    /** Lines from 1. */
    lenses: async (): Promise<{ readonly line: number; readonly text: string }[]> => {
      lines.watch();
      const all = await lines.lenses(uri, { placement, folders: [folder] }, true);
      return all.map(({ range, command }) => ({ line: range.start.line + 1, text: command?.title ?? '' }));
    },
    close: () => lines.close(),
  };
}

const without = await lacking();

describe.skipIf(without !== undefined)(
  `a loop without marks${without === undefined ? '' : ` (${without})`}`,
  patient,
  () => {
    beforeAll(() => buildProbe(), 600_000);

    it('that an earlier trace has is the one that is searched', async () => {
      const { folder, store } = mpiProject(SOURCE);
      const over = join(folder, 'over');
      const configure = (more: string): void =>
        writeFileSync(
          join(folder, 'trimtab.yaml'),
          'version: 1\nprogram: late\nranks: 2\nbuild: { command: [trimtab-cc, mpicc, -g, -O1, -o, late, late.c] }\n' +
            `run: { command: [mpirun, -n, "{ranks}", ./late] }\nmeasure: { functions: all, budget: 100 }\n${more}`,
        );
      const trimtab = (...words: string[]) => trimtabWith({ analyzeArchive, findProbe: () => PROBE }, folder, ...words);
      configure('');
      const traced = await trimtab('run', '--trace');
      expect(traced.code, traced.err).toBe(0);
      const [first] = store.list();
      expect(knownLoop(store, 'late')).toEqual({ name: 'advance', experiment: first?.id });
      expect(knownLoop(store, 'another')).toBeUndefined();

      configure(`environment: { LOOP_OVER: ${over} }\n`);
      const observing = trimtab('workflow', 'run', 'observe-long-run');
      const state = { isOver: false };
      const ended = observing.finally(() => (state.isOver = true));
      const file = (): string => {
        const newest = store.list().find(({ id }) => id !== first?.id);
        return newest === undefined ? '' : join(store.get(newest.id).folder, SEARCH_FILE);
      };
      const shown = shownLines(folder, store, file);
      const isSearched = (): boolean =>
        existsSync(file()) &&
        readSearch(file()).hypotheses.some(({ property, state: one }) => property === 'comp' && one === 'true');
      while (!state.isOver && !isSearched()) await sleep(100);
      // The search continues until its lines are shown.
      let missing = EXPECTED;
      while (!state.isOver && missing.length > 0) {
        await sleep(200);
        const lenses = await shown.lenses();
        missing = EXPECTED.filter(([line, text]) => !lenses.some((lens) => lens.line === line && text.test(lens.text)));
      }
      shown.close();
      expect(missing).toEqual([]);
      writeFileSync(over, '');
      const { code, out, err } = await ended;
      expect(code, `${out}\n${err}`).toBe(0);
      expect(`${out}${err}`).toContain(`Each call of advance is an iteration: the loop of experiment ${first?.id}.`);
      const history = readSearch(file());
      expect(history.iterations).toBeGreaterThanOrEqual(16);
      expect(history.hint).toBeUndefined();
      const places = history.hypotheses.filter(({ state: one }) => one === 'true').map(({ path }) => path.join(' > '));
      expect(places).toContain('advance > work');
      expect(places).toContain('advance > MPI_Allreduce');
    });

    const mpi = mpis.find((name) => name === 'openmpi');
    const build = buildOnce();
    it.skipIf(mpi === undefined)('that is unknown is asked for, once', async () => {
      if (mpi === undefined) return;
      await prepare(mpi);
      const program = await build(mpi, 'unmarked.c', ['-O1']);
      const folder = fresh('unmarked');
      const over = `${folder}.over`;
      const running = execa(`mpirun.${mpi}`, ['-n', '2', program], {
        env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_MODE: 'profile', UNMARKED_OVER: over },
        reject: false,
        timeout: 400_000,
      });
      const ending = new AbortController();
      const file = `${folder}.json`;
      const said: string[] = [];
      const log = (sentence: string): void => void said.push(sentence);
      const searched = searchRun(
        { target: createTarget(LOCAL), folder },
        { file, log, signal: ending.signal, ended: running.then(() => 'The run has ended.') },
      );
      const known = () => (existsSync(file) ? readSearch(file).hint : undefined);
      while (known() === undefined) await sleep(100);
      writeFileSync(over, '');
      await running;
      ending.abort();
      const history = await searched;
      const advice =
        /^The program has marked no iteration yet, .* Mark the main loop with tt_dynamic_phase .*, set measure\.phase .*, or record a trace first: .*\.$/;
      expect(said.filter((sentence) => advice.test(sentence))).toHaveLength(1);
      expect([...lossTexts(readSearch(file))]).toEqual([expect.stringMatching(advice)]);
      expect(readSearch(file).ended).toBe('The run has ended.');
      expect(searchedText(history)).toBe('0 iterations searched while it ran: 0 hypotheses true. The run has ended.');
    });
  },
);
