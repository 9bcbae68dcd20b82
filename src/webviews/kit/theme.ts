/** The theme as canvases need it, which do not read style sheets. */

/** The value of the first of these variables that the theme sets. */
export function color(...variables: readonly string[]): string {
  const style = getComputedStyle(document.documentElement);
  for (const variable of variables) {
    const value = style.getPropertyValue(variable).trim();
    if (value !== '') return value;
  }
  return 'gray';
}

/** Hears when the person changes the theme; VS Code then changes the classes of the body. @returns stops hearing */
export function themeChanges(hear: () => void): () => void {
  const observer = new MutationObserver(hear);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}
