/** Input and description of each tool for assistants, as models get them from package.json and the MCP server. */
import * as v from 'valibot';
import { strictObject } from '../../base/schemas.js';
import { LARGEST_BANDWIDTH, LARGEST_LATENCY, MOST_FACTOR } from '../../model/findings/scenarioSchema.js';
import type { AssistantTool } from '../../protocol/assistants.js';

export interface ToolDeclaration<Ask> {
  /** A few words for users. */
  readonly title: string;
  /** For models: the answer, its units, and when to use the tool. */
  readonly description: string;
  readonly input: v.GenericSchema<unknown, Ask>;
}

/** Changes that are predicted together. */
const MOST_CHANGES = 16;

/** Rows of one answer. */
export const MOST_ROWS = 50;
const USUAL_ROWS = 10;
/** Experiments on one side of a comparison, or of a study. */
const MOST_EXPERIMENTS = 16;

const words = (description: string) => v.pipe(v.string(), v.minLength(1), v.maxLength(400), v.description(description));
const whole = (least: number, most: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(description));

const experiment = v.exactOptional(
  words(
    'The experiment: its id, the beginning of its id, its name, or "latest". Default: the one shown in the editor, else the newest with results.',
  ),
);
const experiments = (description: string) =>
  v.pipe(
    v.array(words('An id, the beginning of an id, a name, or "latest".')),
    v.minLength(1),
    v.maxLength(MOST_EXPERIMENTS),
    v.description(description),
  );
const paging = {
  from: v.exactOptional(
    whole(0, 1e9, 'Number of rows to skip; `page.next` of an answer is the value for the next page.'),
    0,
  ),
  limit: v.exactOptional(whole(1, MOST_ROWS, 'Maximum number of rows.'), USUAL_ROWS),
};

const declare = <Ask>(declaration: ToolDeclaration<Ask>): ToolDeclaration<Ask> => declaration;

export const tools = {
  list_experiments: declare({
    title: 'List experiments',
    description:
      'Lists the performance measurements (experiments) of parallel programs in this project, newest first: id, program, ranks, run time, and the worst finding. Call it first to get the ids that the other tools take.',
    input: strictObject({
      search: v.exactOptional(words('Words; each must occur in the name, program, target, id, note or tags.')),
      ...paging,
    }),
  }),
  findings: declare({
    title: 'Findings of an experiment',
    description:
      'Ranks the reasons why a run of a parallel program (MPI, OpenMP) lost time, with source lines. Each finding has the property (such as Late Sender), the line, the ranks, the confidence and the first root cause. Its cost is in seconds over all ranks and in percent of the total time of all ranks. Findings do not overlap, so their percentages add up. Line numbers refer to the source as measured. `doubts` lists reasons why the numbers may be unreliable: report them to the user.',
    input: strictObject({
      experiment,
      property: v.exactOptional(words('Only findings of this property, such as "mpi_latesender".')),
      file: v.exactOptional(words('Only findings in this file: its name or the end of its path.')),
      ...paging,
    }),
  }),
  explain_finding: declare({
    title: 'Causes of a finding',
    description:
      'Explains one finding: its call path, the seconds lost per rank and the ranks waited for. Root causes name the code that was late, however far away. The answer also has the longest single wait, the distribution of waits, the meaning of the property, and advice.',
    input: strictObject({
      experiment,
      finding: whole(1, 1e6, 'The number of the finding in the answer of `findings`.'),
    }),
  }),
  lines_of_file: declare({
    title: 'Time lost on lines of a file',
    description:
      'Lists source lines with the time lost on them, largest first: waiting by property (percent of the total time of all ranks), time of the calls made from the line, functions that begin there, and samples. Use it before changing code, to see whether a line matters.',
    input: strictObject({
      experiment,
      file: v.exactOptional(
        words('The file: its name, or the end of its path as measured or in the project. Default: all files.'),
      ),
      firstLine: v.exactOptional(whole(1, 1e9, 'First line of the range.')),
      lastLine: v.exactOptional(whole(1, 1e9, 'Last line of the range.')),
      ...paging,
    }),
  }),
  compare_experiments: declare({
    title: 'Compare experiments',
    description:
      'Compares runs before a change with runs after it: run time and the largest changes, with 95 % confidence intervals where a side has repeated runs. Pass all repeated runs of a side: single runs allow no verdict.',
    input: strictObject({
      before: experiments('The runs before the change.'),
      after: experiments('The runs after the change.'),
      by: v.exactOptional(
        v.pipe(
          v.picklist(['callPaths', 'lines', 'properties']),
          v.description('One row per property and call path, per source line including its callees, or per property.'),
        ),
        'callPaths',
      ),
      ...paging,
    }),
  }),
  explain_property: declare({
    title: 'Explain a property',
    description:
      'Explains a performance property (such as "mpi_latesender" or "Late Sender"): meaning, formula, typical causes, advice. Without a property, it lists all properties.',
    input: strictObject({
      property: v.exactOptional(words('Name or title of the property.')),
      experiment,
      ...paging,
    }),
  }),
  efficiencies: declare({
    title: 'Efficiencies of runs',
    description:
      'POP efficiencies of runs in percent (100 is ideal, 80 and above is fair): parallel efficiency and its factors load balance and communication efficiency (multiplicative model), or the additive model, and the largest loss. With several experiments of different rank counts, it adds global efficiency and computation scalability.',
    input: strictObject({
      experiments: v.exactOptional(
        experiments('The runs. Default: the experiment that other tools use when none is named.'),
      ),
      scaling: v.exactOptional(
        v.pipe(
          v.picklist(['strong', 'weak']),
          v.description('strong: the same work in all runs; weak: work grows with the number of threads.'),
        ),
        'strong',
      ),
    }),
  }),
  predict_gain: declare({
    title: 'Predicted gain of changes',
    description:
      'Predicts the run time after changes of the program, by replaying its trace: answers what to fix first, and how much a fix saves. Without `changes`, it lists the changes that suit the run, largest gain first. With several changes, it predicts each alone and, in the last row, all together. Gains are upper bounds and do not add up. It needs the trace of the experiment; profiles have no predictions.',
    input: strictObject({
      experiment,
      changes: v.exactOptional(
        v.pipe(
          v.array(
            strictObject({
              change: v.pipe(
                v.picklist(['scale', 'balance', 'network', 'teams', 'overlap', 'io', 'parallelize']),
                v.description(
                  'scale: multiply the exclusive time of a function by a factor. balance: divide its time equally over the ranks. network: communication takes no time except waiting. teams: OpenMP threads share their work equally. overlap: ranks compute instead of waiting, until they next send. io: file I/O takes no time. parallelize: the serial time of a function is divided by the threads of its rank.',
                ),
              ),
              function: v.exactOptional(
                words(
                  'Function or construct, by its name in the trace. Required for scale, balance and parallelize; limits network to one function of MPI, and teams to one parallel region. It limits overlap to the communication within a function, and io to one function of files.',
                ),
              ),
              factor: v.exactOptional(
                v.pipe(
                  v.number(),
                  v.minValue(0),
                  v.maxValue(MOST_FACTOR),
                  v.description('For scale: 0.5 means twice as fast.'),
                ),
              ),
              per: v.exactOptional(
                v.pipe(
                  v.picklist(['run', 'iteration']),
                  v.description('For balance: over the run (default), or in each iteration of the main loop.'),
                ),
              ),
              latency: v.exactOptional(
                v.pipe(
                  v.number(),
                  v.minValue(0),
                  v.maxValue(LARGEST_LATENCY),
                  v.description('For network without a function: factor of the latency, in place of no time at all.'),
                ),
              ),
              bandwidth: v.exactOptional(
                v.pipe(
                  v.number(),
                  v.minValue(1 / LARGEST_BANDWIDTH),
                  v.maxValue(LARGEST_BANDWIDTH),
                  v.description('For network without a function: factor of the bandwidth.'),
                ),
              ),
              withCallees: v.exactOptional(
                v.pipe(
                  v.boolean(),
                  v.description('For scale, balance and parallelize: include the functions that it calls.'),
                ),
              ),
            }),
          ),
          v.minLength(1),
          v.maxLength(MOST_CHANGES),
          v.description('The changes. Default: those that suit the run.'),
        ),
      ),
    }),
  }),
} satisfies Readonly<Record<AssistantTool, unknown>>;

/** The input of a tool. */
export type Ask<Name extends AssistantTool> = v.InferOutput<(typeof tools)[Name]['input']>;
