/**
 * Keys in the timeline. Letters are identified by their position on the keyboard, digits and signs by their character.
 */

export const keyTable = [
  { does: 'zoomIn', codes: ['KeyW'], shown: 'W', says: 'zoom in' },
  { does: 'zoomOut', codes: ['KeyS'], shown: 'S', says: 'zoom out' },
  { does: 'earlier', codes: ['KeyA'], shown: 'A', says: 'go to earlier times' },
  { does: 'later', codes: ['KeyD'], shown: 'D', says: 'go to later times' },
  { does: 'left', codes: ['ArrowLeft'], shown: '←', says: 'cursor to the interval before' },
  { does: 'right', codes: ['ArrowRight'], shown: '→', says: 'cursor to the interval after' },
  { does: 'up', codes: ['ArrowUp'], shown: '↑', says: 'cursor to the row above' },
  { does: 'down', codes: ['ArrowDown'], shown: '↓', says: 'cursor to the row below' },
  {
    does: 'sender',
    codes: ['BracketLeft'],
    shown: '[',
    says: 'along the message that came here, to where it was sent',
  },
  {
    does: 'receiver',
    codes: ['BracketRight'],
    shown: ']',
    says: 'along the message that is sent here, to where it comes',
  },
  {
    does: 'open',
    keys: ['o'],
    shown: 'O',
    says: 'open or close the row: a group, or its calls by level and its counters',
  },
  { does: 'color', keys: ['v'], shown: 'V', says: 'next coloring: class, function, lateness, selection' },
  { does: 'order', keys: ['l'], shown: 'L', says: 'order of time, or logical order: what had to happen before what' },
  { does: 'keepMark', keys: ['M'], shown: 'Shift+M', says: 'mark it, and keep the other marks' },
  { does: 'mark', keys: ['m'], shown: 'M', says: 'mark the selected interval and show its length' },
  { does: 'selectAllTime', keys: ['X'], shown: 'Shift+X', says: 'select the whole run in all views' },
  { does: 'selectTime', keys: ['x'], shown: 'X', says: 'select the visible time range in all views' },
  { does: 'find', keys: ['/'], shown: '/', says: 'find a function or a row' },
  { does: 'findNext', keys: ['g'], shown: 'G', says: 'the next call of the function that was found' },
  { does: 'worse', keys: ['N'], shown: 'Shift+N', says: 'the wait that is worse by one' },
  { does: 'worst', keys: ['n'], shown: 'N', says: 'the worst wait, then the next worst one' },
  { does: 'cause', keys: ['c'], shown: 'C', says: 'open the line that caused the wait' },
  { does: 'line', keys: ['Enter'], shown: 'Enter', says: 'open the line of what is chosen' },
  { does: 'frame', keys: ['f'], shown: 'F', says: 'show what is chosen as large as possible' },
  { does: 'all', keys: ['0'], shown: '0', says: 'show the whole run' },
  { does: 'table', keys: ['t'], shown: 'T', says: 'the same numbers as a table' },
  { does: 'export', keys: ['e'], shown: 'E', says: 'save the waits as a table, copy a link' },
  { does: 'keys', keys: ['?'], shown: '?', says: 'these keys' },
  { does: 'leave', keys: ['Escape'], shown: 'Esc', says: 'close what is open, choose nothing' },
] as const;

export type KeyAction = (typeof keyTable)[number]['does'];

/** Separates keys that follow `Ctrl+K`, which belong to a command of VS Code, from those of the page. */
export class Chords {
  private isOpen = false;

  /** Hears each key that is pressed. @returns whether it is the second one of a chord */
  isSecond({ code, key, ctrlKey, metaKey }: KeyPress): boolean {
    if (key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt') return false;
    const wasOpen = this.isOpen;
    this.isOpen = !wasOpen && (ctrlKey || metaKey) && code === 'KeyK';
    return wasOpen;
  }
}

/** Returns the action of a key; undefined if it has none here. */
export function actionOf({ code, key, ctrlKey, metaKey, altKey }: KeyPress): KeyAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const entry = keyTable.find((one) =>
    'codes' in one
      ? one.codes.some((known) => known === code)
      : one.keys.some((known) => known === key || (known.length === 1 && key.toLowerCase() === known)),
  );
  return entry?.does;
}

export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;
