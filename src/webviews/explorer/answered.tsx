import type { ComponentChildren } from 'preact';
import { explorerPage, type ExplorerQuestions } from '../../protocol/pages/explorer.js';
import type { Answered, Asked } from '../../protocol/pages/questions.js';
import { useAnswers } from '../kit/answers.js';
import { OfOutcome } from '../kit/outcome.js';
import type { Questions } from '../kit/questions.js';

export interface Asking {
  readonly questions: Pick<Questions, 'ask'>;
}

/** Rendering of the answer to a question of this page, or its progress. */
export function OfAnswer<Name extends keyof ExplorerQuestions>({
  host,
  name,
  ask,
  children,
}: {
  readonly host: Asking;
  readonly name: Name;
  readonly ask: Asked<ExplorerQuestions[Name]>;
  readonly children: (answer: Answered<ExplorerQuestions[Name]>) => ComponentChildren;
}) {
  const answers = useAnswers<ExplorerQuestions[Name]>(host, name, explorerPage.questions[name], [ask]);
  return (
    <OfOutcome outcome={answers.of(ask)} again={() => answers.again(ask)}>
      {children}
    </OfOutcome>
  );
}
