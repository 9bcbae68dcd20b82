import type { ComponentChildren } from 'preact';

/** That something is on its way. */
export function Waiting({ sentence = 'Loading…' }: { readonly sentence?: string }) {
  return (
    <p class="quiet" role="status">
      {sentence}
    </p>
  );
}

/** Reason for missing data, and a button to retry. */
export function Failed({ sentence, again }: { readonly sentence: string; readonly again: () => void }) {
  return (
    <p class="notice problem" role="alert">
      {sentence} <button onClick={again}>Retry</button>
    </p>
  );
}

interface OfOutcomeProps<Answer extends { readonly is: 'answered' }> {
  readonly outcome: { readonly is: 'asked' } | Answer | { readonly is: 'failed'; readonly sentence: string };
  readonly again: () => void;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** Rendering of an answer, or the progress of the question. */
export function OfOutcome<Answer extends { readonly is: 'answered' }>({
  outcome,
  again,
  children,
}: OfOutcomeProps<Answer>) {
  if (outcome.is === 'asked') return <Waiting />;
  if (outcome.is === 'failed') return <Failed sentence={outcome.sentence} again={again} />;
  return <>{children(outcome)}</>;
}
