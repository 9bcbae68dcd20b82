import type { ComponentChildren } from 'preact';

/** What may be wider than the page: it scrolls by itself, by keys too where nothing in it takes the focus. */
export function Scrolling({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
