import { timeClasses, timeNames } from '../../pictures/colors/inks.js';

/** What colours and patterns stand for. */
export function Key() {
  return (
    <ul class="legend" aria-label="Colours">
      {[...timeClasses, 'waiting' as const].map((ink) => (
        <li key={ink}>
          <span class={`swatch ${ink}`} aria-hidden="true" />
          {timeNames[ink]}
        </li>
      ))}
    </ul>
  );
}
