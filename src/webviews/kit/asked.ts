import { useEffect, useRef } from 'preact/hooks';

/**
 * Asks the extension for what a page is to show as soon as that is something else than what it was told.
 * @param told what the state shown was asked for
 */
export function useAsked<View>(view: View, told: View, ask: (view: View) => void): void {
  const wanted = JSON.stringify(view);
  const asked = useRef(JSON.stringify(told));
  useEffect(() => {
    if (asked.current === wanted) return;
    asked.current = wanted;
    ask(view);
  }, [wanted]);
}
