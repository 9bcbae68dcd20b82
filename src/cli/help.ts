/** What the command line says of itself. */
import { ADAPT_HELP, ADAPT_OPTIONS_HELP } from './adaptArguments.js';
import { ASL_HELP, ASL_OPTIONS_HELP } from './aslArguments.js';
import { EFFICIENCY_HELP, EFFICIENCY_OPTIONS_HELP } from './efficiencyArguments.js';
import { EXPERIMENTS_HELP, EXPERIMENTS_OPTIONS_HELP } from './experimentArguments.js';
import { DYNAMICS_HELP, DYNAMICS_OPTIONS_HELP } from './dynamicsArguments.js';
import { ITERATIONS_HELP, ITERATIONS_OPTIONS_HELP } from './iterationsArguments.js';
import { LIVE_HELP, LIVE_OPTIONS_HELP } from './liveArguments.js';
import { WATCH_HELP } from './watchArguments.js';
import { MCP_HELP } from './mcpArguments.js';
import { PICTURE_HELP, PICTURE_OPTIONS_HELP } from './pictureArguments.js';
import { REDUCE_HELP, REDUCE_OPTIONS_HELP } from './reduceArguments.js';
import { SELECTION_HELP, SELECTION_OPTIONS_HELP } from './selectionArguments.js';
import { TARGETS_HELP } from './targets.js';
import { WORKFLOW_HELP, WORKFLOW_OPTIONS_HELP } from './workflowArguments.js';

const HELP = `trimtab: find out why a parallel program is slow, on its source lines

Usage
  trimtab analyze <file|folder>         analyse a trace (OTF2), a profile (CUBE, TAU, ompP) or a run's records
  trimtab run [folder] [-- arguments]   build, run and analyse what trimtab.yaml says, and keep it as an experiment;
                                        proposes a trimtab.yaml where there is none; what stands behind -- are the
                                        program's arguments, kept in trimtab.yaml
  trimtab exec [-n ranks] <program> [arguments]
                                        run and analyse a program as it is, without building it: its MPI calls with the
                                        functions that they come from; "trimtab run --no-build" is the same
  trimtab forecast [experiment]         how large a trace will be, from the calls of a profile or another run
  trimtab instrument --explain <program>
                                        which functions of a program are measured from the start, and why
  trimtab instrument ranges <program>   what a program measures of the source lines that were marked, and why not
${ASL_HELP}${EFFICIENCY_HELP}${DYNAMICS_HELP}${ITERATIONS_HELP}${LIVE_HELP}${WATCH_HELP}${PICTURE_HELP}${REDUCE_HELP}${ADAPT_HELP}${SELECTION_HELP}${TARGETS_HELP}  trimtab api [folder]                  put trimtab.h and trimtab.F90 there, with which a program names its own regions,
                                        phases, entities, counters and parameters
${EXPERIMENTS_HELP}${WORKFLOW_HELP}${MCP_HELP}
Options
  --json               results as JSON on standard output (analyze, run, show: the schema of findings.json)
  --tsv                one row per metric, call path and location with its exclusive value (analyze, run, show)
  --metrics            everything: all causes and meanings, single waits, the tree of metrics (analyze, run, show)
  --flat               the flat profile: all functions with calls, exclusive and inclusive time (analyze, run, show)
  --cubex <file>       also write the results as a CUBE 4 file (analyze, run)
  --no-clock-correction  take the times of an archive as they were recorded, though clocks disagree (analyze)
  --compensate         take out of all times what recording took, also what others waited for it (analyze)
  --metric <name>      rank functions, lines and call paths of a profile by that metric, not by time (analyze)
  --cost <ns>          what recording a call cost, where the trace does not say it (analyze, instrument)
  --distributed <n>    read an archive with n tasks beside each other, as a job array where Slurm answers here,
                       else as processes; Slurm's SBATCH_PARTITION, SBATCH_ACCOUNT and so on hold (analyze)
  --exchange <folder>  where those tasks exchange files, on a file system all machines see; beside the archive otherwise
  --build <commands>   how to build, such as 'make bt CLASS=S'; && between several; kept in trimtab.yaml (run)
  --program <path>     which of the programs that are built to measure; kept in trimtab.yaml (run)
  -n, --ranks <n>      how many MPI ranks to start; kept in trimtab.yaml (run, exec)
  --input <file>       what the program reads from standard input; kept in trimtab.yaml, "" for nothing (run)
  --no-build           measure the program that follows as exec does; options stand before the program (run)
  --large-trace        run also where the disk may be too small for the trace, unasked (run)
  --profile            keep sums by call path of the run, which stay small, and no events (run)
  --trace              keep every event of the run, from which waiting and its causes are found (run)
  --trace-what-matters  keep every event but of functions that cost more to record than they tell, which a profile
                       says: the newest one, or one that is measured first (run)
  --explain            say of each function whether it is measured, and why (instrument)
  --target <name>      run on another target than trimtab.yaml says (run, exec)
${EXPERIMENTS_OPTIONS_HELP}${WORKFLOW_OPTIONS_HELP}${REDUCE_OPTIONS_HELP}${ADAPT_OPTIONS_HELP}${LIVE_OPTIONS_HELP}${DYNAMICS_OPTIONS_HELP}${ITERATIONS_OPTIONS_HELP}${PICTURE_OPTIONS_HELP}${EFFICIENCY_OPTIONS_HELP}${ASL_OPTIONS_HELP}${SELECTION_OPTIONS_HELP}  --project <folder>   the project whose experiments are meant; found upwards from the current folder otherwise
  -h, --help           this text; behind a command, what concerns it
  -V, --version        the version

Results go to standard output, progress and the program's own output to standard error.
Exit codes: 0 done, 1 something failed, 2 the command line was not understood, 130 cancelled (Ctrl-C).
NO_COLOR turns colours off.
`;

/** Options that a command takes, besides those that all of them take. */
const OPTIONS = {
  analyze: [
    '--json',
    '--tsv',
    '--metrics',
    '--flat',
    '--cubex',
    '--no-clock-correction',
    '--compensate',
    '--cost',
    '--metric',
    '--distributed',
    '--exchange',
  ],
  run: [
    '--json',
    '--tsv',
    '--metrics',
    '--flat',
    '--cubex',
    '--build',
    '--program',
    '-n,',
    '--input',
    '--no-build',
    '--large-trace',
    '--profile',
    '--trace',
    '--trace-what-matters',
    '--target',
  ],
  exec: [
    '--json',
    '--tsv',
    '--metrics',
    '--flat',
    '--cubex',
    '-n,',
    '--input',
    '--large-trace',
    '--profile',
    '--trace',
    '--trace-what-matters',
    '--target',
  ],
  experiments: ['--json', '--tsv', '--metrics', '--flat', '--format', '--accept', '--at', '--program,', '--project'],
  asl: ['--json', '--on', '--param'],
  adapt: ['--json', '--strategy', '--repeat', '--keep', '--output'],
  forecast: ['--json'],
  efficiency: ['--json', '--region', '--weak', '--accept'],
  dynamics: ['--json', '--level', '--threshold', '--chunk', '--beside', '--series', '--table', '--calls'],
  iterations: ['--json', '--csv', '--metric', '--missing', '--threads'],
  live: ['--json', '--once', '--tree', '--project'],
  watch: ['--json', '--once', '--project'],
  mcp: ['--on', '--project'],
  picture: [
    '--view',
    '--from,',
    '--rows',
    '--width',
    '--theme',
    '--out',
    '--property',
    '--function',
    '--topology',
    '--of',
    '--change',
    '--order',
    '--pixel',
    '--group',
    '--color',
    '--compare',
  ],
  instrument: ['--json', '--explain', '--rules', '--strategy', '--output', '--cost', '--project'],
  selection: ['--to'],
  targets: ['--json'],
  api: [],
  workflow: ['--json', '--set', '--from', '--seen', '--project'],
} as const;
const GENERAL = ['-h,', '-V,'];

/** A command that has a help of its own. */
export type HelpTopic = keyof typeof OPTIONS;

/** The command that a word names; undefined where it names none. */
export function helpTopic(word: string): HelpTopic | undefined {
  switch (word) {
    case 'analyze':
    case 'analyse':
      return 'analyze';
    case 'adapt':
    case 'asl':
    case 'run':
    case 'exec':
    case 'forecast':
    case 'efficiency':
    case 'dynamics':
    case 'iterations':
    case 'live':
    case 'watch':
    case 'mcp':
    case 'picture':
    case 'instrument':
    case 'selection':
    case 'targets':
    case 'api':
    case 'experiments':
    case 'workflow':
      return word;
    default:
      return undefined;
  }
}

/** The whole help, or the entries of it that concern one command. */
export function helpText(about?: HelpTopic): string {
  if (about === undefined) return HELP.trimEnd();
  const known: readonly string[] = [...OPTIONS[about], ...GENERAL];
  let kept = true;
  const lines = HELP.trimEnd()
    .split('\n')
    .filter((line) => {
      // Entries are indented by two, and their further lines by more.
      const entry = /^ {2}(\S+)(?: (\S+))?/.exec(line);
      const [, first, second] = entry ?? [];
      if (first !== undefined) kept = first === 'trimtab' ? second === about : known.includes(first);
      else if (!line.startsWith(' ')) kept = true;
      return kept;
    });
  return lines.join('\n');
}
