import { present } from '../../base/present.js';
import type { TargetField } from '../../protocol/targets.js';

/** Returns the question for a field of a new target, once the previous fields were answered. */
export function questionOf(
  { prompt, value, proposedBy, mayBeEmpty = false, pattern, mistake }: TargetField,
  answers: ReadonlyMap<string, string>,
): { prompt: string; value?: string; validate: (text: string) => string | undefined } {
  const form = new RegExp(pattern);
  const given = proposedBy === undefined ? '' : beginningOf(answers.get(proposedBy) ?? '');
  const proposal = form.test(given) ? given : value;
  return {
    prompt,
    ...present({ value: proposal }),
    validate: (text) => ((text === '' && mayBeEmpty) || form.test(text) ? undefined : mistake),
  };
}

/** The machine's own name of `user@machine.example.org`. */
function beginningOf(host: string): string {
  const [first = ''] = host.replace(/^.*@/, '').split('.');
  return first.replace(/[^\w.-]/g, '');
}
