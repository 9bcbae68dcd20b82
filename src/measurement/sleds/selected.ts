/** Effect of a selection on a program's functions when it starts. */
import { namesOfLinkage, withoutSuffix } from '../selection/names.js';
import { type PlannedSelection, selectsFunctions } from '../selection/planned.js';
import { chooser, nameTests } from '../selection/tests.js';
import type { SledFunction } from './functions.js';

/**
 * The functions with the reasons that a selection gives them; those without sleds keep their own.
 * @param meanings asks what names of the linker mean in C++, each without what compilers append
 */
export async function selectedFunctions(
  functions: readonly SledFunction[],
  selection: PlannedSelection,
  meanings: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<SledFunction[]> {
  if (!selectsFunctions(selection)) return [...functions];
  const choose = chooser(nameTests(selection.functions, selection.groups, selection.switched));
  const names = functions.map(({ linkageName }) => withoutSuffix(linkageName ?? ''));
  const meant = await meanings(names);
  return functions.map((each, index) => {
    const name = names[index] ?? '';
    if (each.sleds === 0 || name === '') return each;
    const meaning = meant[index];
    const choice = choose(namesOfLinkage(name, meaning === name ? undefined : meaning));
    if (choice === 'usual') return each;
    return { ...each, reason: choice === 'exclude' ? 'unselected' : 'asked for' };
  });
}
