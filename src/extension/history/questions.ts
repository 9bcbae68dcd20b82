/** Questions before an experiment is changed, for the trees and the pages. */
import { l10n } from 'vscode';
import type { HistoryRow } from '../../protocol/pages/history.js';
import { askInDialog } from '../shown/messages.js';
import { askText } from '../shown/prompts.js';

/** @returns undefined when the person thought better of it */
export async function askRename(name: string): Promise<string | undefined> {
  const answer = await askText({
    title: l10n.t('Rename Experiment'),
    value: name,
    validate: (value) => (value.trim() === '' ? l10n.t('Enter a name.') : undefined),
  });
  return answer?.trim();
}

/** @returns undefined when the person thought better of it */
export async function askNote(name: string, note: string): Promise<string | undefined> {
  const answer = await askText({
    title: l10n.t('Note on {0}', name),
    value: note,
    placeHolder: l10n.t('The change that this run tests'),
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
    title: entries.length === 1 ? l10n.t('Tags of {0}', first.name) : l10n.t('Tags of {0} experiments', entries.length),
    value: shared.join(' '),
    placeHolder: l10n.t('Words separated by spaces, such as: tuned 8-ranks'),
  });
  if (answer === undefined) return [];
  const wanted = answer.split(/[\s,]+/).filter((tag) => tag !== '');
  return entries.map(({ id, tags }) => ({
    id,
    tags: [...new Set([...tags.filter((tag) => !shared.includes(tag)), ...wanted])],
  }));
}

export async function confirmDelete(question: string, detail: string, verb = l10n.t('Delete')): Promise<boolean> {
  return (await askInDialog('warning', question, detail, [verb])) === 0;
}
