import { useEffect, useRef, useState } from 'preact/hooks';

/** A field that finds call paths; `/` leads to it, Enter to the next one. @param onFind finds one; returns whether there is such a call path */
export function Find({ onFind }: { readonly onFind: (text: string) => boolean }) {
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
        aria-label="Find a call path; Enter finds the next one"
        placeholder="Find call path ( / )"
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
