/** Answers of tool calls by assistants: each tool with the schema of its input, its handler, and its serialization. */
import * as v from 'valibot';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/plainText.js';
import type { AssistantTool } from '../../protocol/assistants.js';
import type { LastComparison } from '../history/lastComparison.js';
import { AskedExperiments, type AskedStores } from './asked.js';
import { compareExperiments } from './answers/comparison.js';
import { efficiencies } from './answers/efficiencies.js';
import { listExperiments } from './answers/experiments.js';
import { explainFinding } from './answers/finding.js';
import { findings } from './answers/findings.js';
import { predictGain } from './answers/gain.js';
import { linesOfFile } from './answers/lines.js';
import { explainProperty } from './answers/property.js';
import { type Answer, DATA_NOTICE, type Told } from './fields.js';
import type { Predict } from './predicting.js';
import { type ToolDeclaration, tools } from './tools.js';

interface Means {
  readonly comparisons: LastComparison;
  readonly predict: Predict;
  readonly signal: AbortSignal;
}
type Answering = (input: unknown, asked: AskedExperiments, means: Means) => Promise<Answer>;

function checked<Ask>(
  { title, input }: ToolDeclaration<Ask>,
  answer: (ask: Ask, asked: AskedExperiments, means: Means) => Promise<Answer>,
): Answering {
  return (given, asked, means) => {
    const read = v.safeParse(input, withoutNulls(given));
    if (!read.success) throw new TrimtabError(mistake(title, read.issues[0]));
    return answer(read.output, asked, means);
  };
}

const ANSWERS: Readonly<Record<AssistantTool, Answering>> = {
  list_experiments: checked(tools.list_experiments, listExperiments),
  findings: checked(tools.findings, findings),
  explain_finding: checked(tools.explain_finding, explainFinding),
  lines_of_file: checked(tools.lines_of_file, linesOfFile),
  compare_experiments: checked(tools.compare_experiments, compareExperiments),
  explain_property: checked(tools.explain_property, explainProperty),
  efficiencies: checked(tools.efficiencies, efficiencies),
  predict_gain: checked(tools.predict_gain, predictGain),
};

/** Inputs are nested less deeply. */
const DEEPEST = 4;

/** Models pass null for omitted parameters. */
function withoutNulls(input: unknown, depth = 0): unknown {
  if (typeof input !== 'object' || input === null || depth > DEEPEST) return input ?? (depth === 0 ? {} : input);
  if (Array.isArray(input)) return input.map((value: unknown) => withoutNulls(value, depth + 1));
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, withoutNulls(value, depth + 1)]),
  );
}

function mistake(title: string, { path, message }: v.BaseIssue<unknown>): string {
  const where = (path ?? []).map(({ key }) => String(key)).join('.');
  return plainLine(`"${title}" cannot be asked that way: ${where === '' ? '' : `${where}: `}${message}.`);
}

/** The one place where assistants of all kinds are answered. */
export class Assistants {
  private readonly asked: AskedExperiments;

  constructor(
    stores: AskedStores,
    private readonly comparisons: LastComparison,
    private readonly predict: Predict,
  ) {
    this.asked = new AskedExperiments(stores);
  }

  /**
   * Returns the answer of a tool: plain data, in which the sentence is written by Trimtab and all else may be
   * untrusted.
   * @throws TrimtabError in one sentence; CancelledError
   */
  async answer(tool: AssistantTool, input: unknown, signal: AbortSignal): Promise<Told> {
    if (signal.aborted) throw new CancelledError();
    const {
      summary,
      content,
      isOwn = false,
    } = await ANSWERS[tool](input, this.asked, { comparisons: this.comparisons, predict: this.predict, signal });
    return { summary, ...(isOwn ? {} : { notice: DATA_NOTICE }), ...content };
  }
}
