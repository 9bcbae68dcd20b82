import type { ComponentChildren } from 'preact';

/** Content that may be wider than the page: it scrolls separately, also by keys if nothing in it can have the focus. */
export function Scrolling({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
