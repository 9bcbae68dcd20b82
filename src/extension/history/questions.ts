/** What is asked before an experiment is changed, for the trees and the pages. */
import type { HistoryRow } from '../../protocol/pages/history.js';
import { askInDialog } from '../shown/messages.js';
import { askText } from '../shown/prompts.js';

/** @returns undefined when the person thought better of it */
export async function askRename(name: string): Promise<string | undefined> {
  const answer = await askText({
    title: 'Rename Experiment',
    value: name,
    validate: (value) => (value.trim() === '' ? 'Enter a name.' : undefined),
  });
  return answer?.trim();
}

/** @returns undefined when the person thought better of it */
export async function askNote(name: string, note: string): Promise<string | undefined> {
  const answer = await askText({
    title: `Note on ${name}`,
    value: note,
    placeHolder: 'The change that this run tests',
  });
  return answer?.trim();
}

/**
 * Tags of one experiment are edited as they are; for several, those they share are, and their other tags stay.
 * @returns the tags of every experiment that changes
 */
export async function askTags(
  entries: readonly Pick<HistoryRow, 'id' | 'name' | 'tags'>[],
): Promise<{ readonly id: string; readonly tags: string[] }[]> {
  const [first] = entries;
  if (first === undefined) return [];
  const shared = first.tags.filter((tag) => entries.every(({ tags }) => tags.includes(tag)));
  const answer = await askText({
    title: entries.length === 1 ? `Tags of ${first.name}` : `Tags of ${entries.length} experiments`,
    value: shared.join(' '),
    placeHolder: 'Words with spaces between them, such as: tuned 8-ranks',
  });
  if (answer === undefined) return [];
  const wanted = answer.split(/[\s,]+/).filter((tag) => tag !== '');
  return entries.map(({ id, tags }) => ({
    id,
    tags: [...new Set([...tags.filter((tag) => !shared.includes(tag)), ...wanted])],
  }));
}

export async function confirmDelete(question: string, detail: string, verb = 'Delete'): Promise<boolean> {
  return (await askInDialog('warning', question, detail, [verb])) === 0;
}
