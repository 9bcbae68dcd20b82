import { useEffect, useRef } from 'preact/hooks';

/**
 * Requests the view of a page from the extension when it differs from the view of the current state.
 * @param told the view for which the current state was requested
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
