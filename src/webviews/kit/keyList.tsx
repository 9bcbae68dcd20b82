/** Effects of keys, in the order of their table. */
export function KeyList({ table }: { readonly table: readonly { readonly shown: string; readonly says: string }[] }) {
  return (
    <dl class="keys">
      {table.map(({ shown, says }) => (
        <div key={shown}>
          <dt>
            <kbd>{shown}</kbd>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
