import { useEffect, useRef, useState } from 'preact/hooks';
import { type Findable, type Found, found } from './found.js';

interface FindBoxProps {
  readonly in: Findable;
  readonly choose: (one: Found) => void;
  /** Looks at a function by its color. */
  readonly focusOn: (region: number) => void;
  readonly close: () => void;
}

/** Finds functions and rows by their names: Enter goes to the first one. */
export function FindBox({ in: all, choose, focusOn, close }: FindBoxProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const offered = found(all, text);
  const [first] = offered;
  return (
    <form
      class="find"
      role="search"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Letters are text here, and no keys of the timeline.
        event.stopPropagation();
        if (event.key === 'Escape') close();
        if (event.key !== 'Enter' || event.target !== input.current) return;
        event.preventDefault();
        // The latest input may not be drawn yet.
        const [best] = found(all, input.current?.value ?? '');
        if (best !== undefined) choose(best);
      }}
    >
      <label>
        Find a function or a row{' '}
        <input ref={input} type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <ul>
        {offered.map((one) => (
          <li key={one.is === 'row' ? `row ${one.location}` : `function ${one.region}`}>
            <button type="button" class="plain link" onClick={() => choose(one)}>
              {one.name}
            </button>
            {one.is === 'function' && (
              <button type="button" class="plain link quiet" onClick={() => focusOn(one.region)}>
                show it by color
              </button>
            )}
          </li>
        ))}
        {text.trim() !== '' && first === undefined && <li class="quiet">Nothing here has this in its name.</li>}
      </ul>
    </form>
  );
}
