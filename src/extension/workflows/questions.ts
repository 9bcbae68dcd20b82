import { l10n } from 'vscode';
import { plainName } from '../../base/plainText.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import { showTable } from './overheadsTable.js';
import { showMessage } from '../shown/messages.js';
import { askText, pickWord } from '../shown/prompts.js';

type RunStep = WorkflowRunSummary['steps'][number];

/** Buttons that fit into a message; more answers are offered as a list. */
const mostButtons = 3;

/**
 * Asks what steps of running workflows want to know, each once; closed unanswered, the view still offers it. Runs from
 * elsewhere never ask.
 */
export class Questions {
  private readonly asked = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly errors: ErrorFunnel,
  ) {}

  ask(runs: readonly WorkflowRunSummary[]): void {
    for (const run of runs.filter(({ state, elsewhere }) => state === 'asking' && !elsewhere))
      for (const step of run.steps.filter(({ state }) => state === 'asking')) {
        const name = `${run.id} ${step.key} ${step.began} ${step.attempt}`;
        if (this.asked.has(name)) continue;
        this.asked.add(name);
        this.errors.watch(this.message(run, step), run.name);
      }
  }

  private async message(run: WorkflowRunSummary, step: RunStep): Promise<void> {
    const choices = step.question?.choices ?? [];
    const text = `${plainName(run.name)}: ${step.question?.text ?? step.title}`;
    // The subject of the question must be visible first.
    const table = run.table === undefined ? [] : [l10n.t('Show Table')];
    const direct = choices.length > 0 && choices.length + table.length <= mostButtons;
    const answers = direct ? choices : [l10n.t('Answer…')];
    const button = await showMessage('information', text, [...answers, ...table]);
    if (button === undefined) return;
    if (button < answers.length) return answer(this.engine, run, step, direct ? choices[button] : undefined);
    await showTable(run);
    await this.message(run, step);
  }
}

/** Answers a step. @param given the answer; the user is asked if it is omitted */
export async function answer(engine: Engine, run: WorkflowRunSummary, step: RunStep, given?: string): Promise<void> {
  const said = given ?? (await askFor(step));
  if (said !== undefined) await engine.request('trimtab/answerWorkflow', { id: run.id, step: step.key, answer: said });
}

async function askFor({ question, title }: RunStep): Promise<string | undefined> {
  const prompt = question?.text ?? title;
  if (question === undefined || question.choices.length === 0) return askText({ title, prompt, ignoreFocusOut: true });
  return pickWord(question.choices, { title, placeHolder: prompt, ignoreFocusOut: true });
}
