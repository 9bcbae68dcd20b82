import { useEffect, useRef, useState } from 'preact/hooks';

interface FindProps {
  /** Searched items, such as `a call path`. */
  readonly what: string;
  /** Finds the next one. @returns whether there is one */
  readonly onFind: (text: string) => boolean;
}

/** A field that finds rows of trees; `/` leads to it, Enter to the next one. */
export function Find({ what, onFind }: FindProps) {
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      field.current?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label={`Find ${what}; Enter finds the next one`}
        title={`Find ${what}`}
        placeholder="Find ( / )"
        onKeyDown={(event) => {
          if (event.key === 'Enter') setMissing(!onFind(event.currentTarget.value));
        }}
      />
      <span class="quiet" role="status">
        {missing ? 'not found' : ''}
      </span>
    </>
  );
}
