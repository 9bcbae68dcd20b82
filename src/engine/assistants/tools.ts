/** What each tool for assistants takes, and what models are told of it; protocol servers and package.json say it on. */
import * as v from 'valibot';
import { strictObject } from '../../base/schemas.js';
import type { AssistantTool } from '../../protocol/assistants.js';

export interface ToolDeclaration<Ask> {
  /** A few words for people. */
  readonly title: string;
  /** What a model is told: what the tool answers, when to use it, and in which units. */
  readonly description: string;
  readonly input: v.GenericSchema<unknown, Ask>;
}

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
    'Which experiment: its id, the beginning of its id, its name, or "latest". Left out: the one that is shown in the editor, else the newest with results.',
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
    whole(0, 1e9, 'How many rows to leave out at the start; `page.next` of an answer says where the next ones begin.'),
    0,
  ),
  limit: v.exactOptional(whole(1, MOST_ROWS, 'At most so many rows.'), USUAL_ROWS),
};

const declare = <Ask>(declaration: ToolDeclaration<Ask>): ToolDeclaration<Ask> => declaration;

export const tools = {
  list_experiments: declare({
    title: 'List experiments',
    description:
      'Lists the performance measurements (experiments) of parallel programs in this project, newest first: id, program, ranks, run time, and what loses most. Use it first, to know what can be asked about.',
    input: strictObject({
      search: v.exactOptional(words('Words that must all occur in name, program, target, id, note or tags.')),
      ...paging,
    }),
  }),
  findings: declare({
    title: 'Findings of an experiment',
    description:
      'Ranks why a run of a parallel program (MPI, OpenMP) lost time and on which source lines: per finding the property (such as Late Sender), seconds lost over all ranks, percent of the total time of all ranks, confidence, line, ranks, and the first root cause. Findings do not overlap, so their percentages add up. Lines are those of the source as it was measured. `doubts` say what makes the numbers unreliable: tell them.',
    input: strictObject({
      experiment,
      property: v.exactOptional(words('Only findings of this property, such as "mpi_latesender".')),
      file: v.exactOptional(words('Only findings in this file: its name, or the end of its path.')),
      ...paging,
    }),
  }),
  explain_finding: declare({
    title: 'Causes of a finding',
    description:
      'Explains one finding: call path, which ranks lose how many seconds, who was waited for, where the waiting begins (root causes: code that was late, however far away), the longest single wait, the distribution of waits, what the property means and what to try.',
    input: strictObject({
      experiment,
      finding: whole(1, 1e6, 'The number of the finding, as `findings` tells it.'),
    }),
  }),
  lines_of_file: declare({
    title: 'What is lost on lines of a file',
    description:
      'Tells of source lines what is lost on them and how long they take, those that lose most first: waiting by property (percent of the total time of all ranks), time of the calls made from the line, functions that begin there, and samples. Use it before changing code, to see whether a line matters.',
    input: strictObject({
      experiment,
      file: v.exactOptional(
        words('The file: its name, or the end of its path as it was measured or in the project. Left out: all files.'),
      ),
      firstLine: v.exactOptional(whole(1, 1e9, 'Only lines from here on.')),
      lastLine: v.exactOptional(whole(1, 1e9, 'Only lines up to here.')),
      ...paging,
    }),
  }),
  compare_experiments: declare({
    title: 'Compare experiments',
    description:
      'Compares runs before a change with runs after it: run time, and what changed most, with 95 % confidence intervals where a side has repeats. Give several experiments of a side where there are repeats: single runs allow no verdict.',
    input: strictObject({
      before: experiments('The runs to compare with.'),
      after: experiments('The runs after the change.'),
      by: v.exactOptional(
        v.pipe(
          v.picklist(['callPaths', 'lines', 'properties']),
          v.description(
            'What the rows are: a property at a call path, source lines with what is called from them, or whole properties.',
          ),
        ),
        'callPaths',
      ),
      ...paging,
    }),
  }),
  explain_property: declare({
    title: 'Explain a property',
    description:
      'Explains a performance property (such as "mpi_latesender" or "Late Sender"): what it means, how it is computed, typical causes, what to try. Without a property it lists all there are.',
    input: strictObject({
      property: v.exactOptional(words('Its name or its title.')),
      experiment,
      ...paging,
    }),
  }),
  efficiencies: declare({
    title: 'Efficiencies of runs',
    description:
      "Tells POP's efficiencies of runs in percent (100 is ideal, from 80 on fair): parallel efficiency, and load balance and communication efficiency that it is the product of (multiplicative), or whose lacks add up (additive), and where most is lost. With several experiments of different numbers of ranks it adds global efficiency and computation scalability.",
    input: strictObject({
      experiments: v.exactOptional(experiments('The runs; left out: the one that is meant when none is named.')),
      scaling: v.exactOptional(
        v.pipe(
          v.picklist(['strong', 'weak']),
          v.description('Whether the work is the same in all runs (strong) or grows with the threads (weak).'),
        ),
        'strong',
      ),
    }),
  }),
} satisfies Readonly<Record<AssistantTool, unknown>>;

/** What a tool is asked. */
export type Ask<Name extends AssistantTool> = v.InferOutput<(typeof tools)[Name]['input']>;
