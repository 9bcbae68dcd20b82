import { useEffect, useState } from 'preact/hooks';
import { KeyList } from '../kit/keyList.js';

const keyTable = [
  { shown: '↑ ↓', says: 'row above or below' },
  { shown: '→ ←', says: 'open or close the row; in pictures, the next part' },
  { shown: 'Home End', says: 'first row, last row' },
  { shown: 'Space', says: 'select the row alone' },
  { shown: 'Ctrl+click', says: 'add the row to the selection' },
  { shown: 'Enter', says: 'open the line of a call path; in pictures, select the part' },
  { shown: '.', says: 'go to the row with the largest value' },
  { shown: '/', says: 'find a call path; Enter finds the next one' },
  { shown: 'T', says: 'the numbers of the picture as a table' },
  { shown: 'E', says: 'save tables and pictures, copy a link' },
  { shown: 'Alt+← Alt+→', says: 'previous selection, next selection' },
  { shown: '?', says: 'these keys' },
] as const;

/** Keys of the Explorer, behind a button or `?`. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== '?' || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <p class="quiet">
        Collapsed rows show inclusive values, expanded rows exclusive values.{' '}
        <button class="plain link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Keys ?
        </button>
      </p>
      {isOpen && (
        <section aria-label="Keys">
          <KeyList table={keyTable} />
        </section>
      )}
    </>
  );
}
