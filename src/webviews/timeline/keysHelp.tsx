import { KeyList } from '../kit/keyList.js';
import { keyTable } from './keys.js';

/** List of keys. */
export function Keys({ close }: { readonly close: () => void }) {
  return (
    <section class="over" aria-label="Keys">
      <KeyList table={keyTable} />
      <p class="quiet">Drag moves, the wheel zooms (with Ctrl where rows scroll), Shift and wheel moves.</p>
      <button onClick={close}>Close</button>
    </section>
  );
}
