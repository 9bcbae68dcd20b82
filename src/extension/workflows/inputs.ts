import { l10n } from 'vscode';
import type * as vscode from 'vscode';
import { inputText, isLike, readInput } from '../../base/typedValues.js';
import type { AvailableWorkflow } from '../../protocol/workflows.js';
import { askText, pickWord } from '../shown/prompts.js';
import type { Value } from '../../base/value.js';

/** Key in storage of the last inputs, by workflow. */
const about = 'trimtab.workflow.inputs';

/** The inputs of workflows as they are asked for, remembered in the workspace. */
export class WorkflowInputs {
  constructor(private readonly memory: vscode.Memento) {}

  /**
   * Asks for every input of a workflow, one after the other; offered is what was answered last, at first the
   * workflow's own value.
   * @returns undefined when the person thought better of it
   */
  async ask(workflow: AvailableWorkflow): Promise<Record<string, Value> | undefined> {
    const kept = this.memory.get<Record<string, unknown>>(`${about}.${workflow.id}`, {});
    const inputs = Object.entries(workflow.inputs);
    const answers: Record<string, Value> = {};
    for (const [index, [name, initial]] of inputs.entries()) {
      const last = isLike(kept[name], initial) ? kept[name] : initial;
      const answer = await askOne({
        title: `${workflow.name}: ${name}${inputs.length === 1 ? '' : l10n.t(' ({0} of {1})', index + 1, inputs.length)}`,
        description: workflow.inputDescriptions[name] ?? '',
        initial,
        offered: last,
      });
      if (answer === undefined) return undefined;
      answers[name] = answer.value;
    }
    if (inputs.length > 0) await this.memory.update(`${about}.${workflow.id}`, answers);
    return answers;
  }
}

interface InputQuestion {
  readonly title: string;
  readonly description: string;
  /** Value in the workflow itself. */
  readonly initial: Value;
  readonly offered: Value;
}

async function askOne(question: InputQuestion): Promise<{ readonly value: Value } | undefined> {
  const { title, description, initial, offered } = question;
  if (typeof initial === 'boolean') {
    const words = offered === true ? ['true', 'false'] : ['false', 'true'];
    const answer = await pickWord(words, { title, placeHolder: description, ignoreFocusOut: true });
    return answer === undefined ? undefined : { value: answer === 'true' };
  }
  const answer = await askText({
    title,
    prompt: [description, l10n.t('Default of the workflow: {0}', inputText(initial))]
      .filter((part) => part !== '')
      .join(' — '),
    value: inputText(offered),
    ignoreFocusOut: true,
    validate: (text) => {
      const typed = readInput(text, initial);
      return 'problem' in typed ? typed.problem : undefined;
    },
  });
  if (answer === undefined) return undefined;
  const typed = readInput(answer, initial);
  return 'problem' in typed ? undefined : typed;
}
