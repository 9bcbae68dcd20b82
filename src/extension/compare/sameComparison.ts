import { l10n } from 'vscode';
import { TrimtabError } from '../../base/problem.js';

/** An answer about a comparison, unless the engine does not have that anymore. */
type Answer<Found> = Found | { readonly is: 'outdated' };

/**
 * Asks about a comparison. The engine keeps one: one that it replaced since is made again.
 * @param compareAgain compares the experiments of the page again; returns the identifier of that comparison
 * @throws TrimtabError when the experiments changed after they were compared
 */
export async function ofSameComparison<Found extends { readonly is: string }>(
  comparison: string,
  compareAgain: () => Promise<string>,
  ask: () => Promise<Answer<Found>>,
): Promise<Exclude<Found, { readonly is: 'outdated' }>> {
  const isFound = (answer: Answer<Found>): answer is Exclude<Found, { readonly is: 'outdated' }> =>
    answer.is !== 'outdated';
  const first = await ask();
  if (isFound(first)) return first;
  const again = (await compareAgain()) === comparison ? await ask() : first;
  if (isFound(again)) return again;
  throw new TrimtabError(l10n.t('These experiments changed after the comparison. It was updated; open the row again.'));
}
