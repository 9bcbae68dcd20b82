import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A picture with a sentence that describes it, and the same numbers as a table. */
export function Told({
  sentence,
  heads,
  lines,
  children,
}: {
  readonly sentence: string;
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly children: ComponentChildren;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 't' && !(event.target instanceof HTMLInputElement)) setAsTable(!asTable);
      }}
    >
      <p role="status">{sentence}</p>
      <button aria-pressed={asTable} title="t" onClick={() => setAsTable(!asTable)}>
        As a table
      </button>
      {asTable ? (
        <div class="picture" tabIndex={0} role="region" aria-label="As a table">
          <table>
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={head} scope="col" class={at === 0 ? undefined : 'number'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(([first, ...cells], at) => (
                <tr key={at}>
                  <th scope="row">{first}</th>
                  {cells.map((cell, index) => (
                    <td key={index} class="number">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </div>
  );
}
