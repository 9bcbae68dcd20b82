/** The confidence of a prediction. @param text nothing is shown if it is empty */
export function Confidence({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <span class="quiet" title="The change may reverse orders of messages or locks, which the trace has as measured">
      {text}
    </span>
  );
}
