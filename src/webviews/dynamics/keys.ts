/** Keys in the map of values. */

export const keyTable = [
  { does: 'left', keys: ['ArrowLeft'], shown: '←', says: 'iteration before' },
  { does: 'right', keys: ['ArrowRight'], shown: '→', says: 'iteration after' },
  { does: 'up', keys: ['ArrowUp'], shown: '↑', says: 'rank above' },
  { does: 'down', keys: ['ArrowDown'], shown: '↓', says: 'rank below' },
  { does: 'pageLeft', keys: ['PageUp'], shown: 'Page ↑', says: 'a tenth of the loop back' },
  { does: 'pageRight', keys: ['PageDown'], shown: 'Page ↓', says: 'a tenth of the loop on' },
  { does: 'first', keys: ['Home'], shown: 'Home', says: 'first iteration' },
  { does: 'last', keys: ['End'], shown: 'End', says: 'last iteration' },
  { does: 'before', keys: ['N'], shown: 'Shift+N', says: 'the change before' },
  { does: 'next', keys: ['n'], shown: 'N', says: 'the next change' },
  { does: 'worst', keys: ['.'], shown: '.', says: 'where the most time is' },
  { does: 'go', keys: ['Enter'], shown: 'Enter', says: 'the iteration in the timeline' },
  { does: 'table', keys: ['t'], shown: 'T', says: 'the same numbers as a table' },
  { does: 'leave', keys: ['Escape'], shown: 'Esc', says: 'no cursor' },
] as const;

export type KeyAction = (typeof keyTable)[number]['does'];

/** Returns the action of a key; undefined if it has none here. */
export function actionOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): KeyAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return keyTable.find(({ keys }) => keys.some((known) => known === key))?.does;
}
