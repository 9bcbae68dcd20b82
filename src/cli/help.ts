/** The help of the command line. */
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
  trimtab analyze <file|folder>         analyze a trace (OTF2), a profile (CUBE, TAU, ompP) or the raw records of a run
  trimtab run [folder] [-- arguments]   build, run and analyze the program of trimtab.yaml, and keep an experiment;
                                        proposes a trimtab.yaml if none exists; arguments after -- go to the program and
                                        are stored in trimtab.yaml
  trimtab exec [-n ranks] <program> [arguments]
                                        run and analyze an unmodified program without building it: its MPI calls and the
                                        functions that make them; "trimtab run --no-build" is the same
  trimtab forecast [experiment]         estimate the size of a trace from the calls of a profile or another run
  trimtab instrument --explain <program>
                                        show for each function whether it is measured from the start, and why
  trimtab instrument ranges <program>   show which marked source lines a program measures, and why others are missing
  trimtab api [folder]                  copy trimtab.h and trimtab.F90 to the folder; with them, a program defines
                                        regions, phases, entities, counters and parameters
${ASL_HELP}${EFFICIENCY_HELP}${DYNAMICS_HELP}${ITERATIONS_HELP}${LIVE_HELP}${WATCH_HELP}${PICTURE_HELP}${REDUCE_HELP}${ADAPT_HELP}${SELECTION_HELP}${TARGETS_HELP}${EXPERIMENTS_HELP}${WORKFLOW_HELP}${MCP_HELP}
Options
  --json               print results as JSON (analyze, run, show: the schema of findings.json)
  --tsv                print one row per metric, call path and location, with the exclusive value (analyze, run, show)
  --metrics            print everything: all causes, explanations, single waits, the tree of metrics (analyze, run,
                       show)
  --flat               print the flat profile: all functions with calls, exclusive and inclusive time (analyze, run,
                       show)
  --cubex <file>       also write the results as a CUBE 4 file (analyze, run)
  --no-clock-correction  keep recorded times, even if clocks disagree (analyze)
  --compensate         subtract measurement overhead from all times, including the waiting it caused on other ranks
                       (analyze)
  --metric <name>      rank functions, lines and call paths of a profile by this metric instead of time (analyze)
  --cost <ns>          the cost of recording a call, if the trace does not contain it (analyze, instrument)
  --distributed <n>    read an archive with n tasks in parallel: a job array if Slurm is available, otherwise processes;
                       Slurm's SBATCH_PARTITION, SBATCH_ACCOUNT and so on apply (analyze)
  --exchange <folder>  the folder in which these tasks exchange files, on a file system that all machines can access;
                       next to the archive by default (analyze)
  --build <commands>   the build command, such as 'make bt CLASS=S'; join several with &&; stored in trimtab.yaml (run)
  --program <path>     the built program to measure; stored in trimtab.yaml (run)
  -n, --ranks <n>      the number of MPI ranks; stored in trimtab.yaml (run, exec)
  --input <file>       the file for standard input; "" for none; stored in trimtab.yaml (run)
  --no-build           measure the program that follows, as exec does; options come before the program (run)
  --large-trace        run without asking, even if the disk may be too small for the trace (run)
  --profile            record sums by call path, in bounded memory, and no events (run)
  --trace              record every event; needed to find waiting and its causes (run)
  --trace-what-matters record every event except those of functions that cost more to record than they contribute; uses
                       the newest profile, or measures one first (run)
  --explain            show for each function whether it is measured, and why (instrument)
  --target <name>      run on this target instead of that in trimtab.yaml (run, exec)
${EXPERIMENTS_OPTIONS_HELP}${WORKFLOW_OPTIONS_HELP}${REDUCE_OPTIONS_HELP}${ADAPT_OPTIONS_HELP}${LIVE_OPTIONS_HELP}${DYNAMICS_OPTIONS_HELP}${ITERATIONS_OPTIONS_HELP}${PICTURE_OPTIONS_HELP}${EFFICIENCY_OPTIONS_HELP}${ASL_OPTIONS_HELP}${SELECTION_OPTIONS_HELP}  --project <folder>   use the experiments of this project; by default, it is found from the current folder upwards
  -h, --help           print this help; after a command, its help
  -V, --version        print the version

Results go to standard output; progress and the output of the program go to standard error.
Exit codes: 0 success, 1 failure or a missed acceptance criterion, 2 invalid command line, 130 cancelled (Ctrl-C).
NO_COLOR turns colors off.
`;

/** Options of a command, in addition to those that all commands take. */
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
    '--against',
    '--by',
    '--fold',
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

/** A command that has its own help. */
export type HelpTopic = keyof typeof OPTIONS;

/** The command that a word names; undefined where it names none. */
export function helpTopic(word: string): HelpTopic | undefined {
  switch (word) {
    case 'analyse':
    case 'analyze':
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
