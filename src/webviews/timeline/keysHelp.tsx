import { keyTable } from './keys.js';

/** What keys do. */
export function Keys({ close }: { readonly close: () => void }) {
  return (
    <section class="over" aria-label="Keys">
      <dl>
        {keyTable.map(({ shown, says }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">Drag moves, the wheel zooms (with Ctrl where rows scroll), Shift and wheel moves.</p>
      <button onClick={close}>Close</button>
    </section>
  );
}
