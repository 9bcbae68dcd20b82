import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked, PageQuestions } from '../../protocol/pages/questions.js';
import { Answers, type Questions } from './questions.js';

/** The answers to what is shown now; what is not shown any more is not waited for. @param name of the question */
export function useAnswers<Question extends PageQuestions[string]>(
  { questions }: { readonly questions: Pick<Questions, 'ask'> },
  name: string,
  question: Question,
  asks: readonly Asked<Question>[],
): Answers<Question> {
  const [, setCount] = useState(0);
  const made = useRef<Answers<Question>>(undefined);
  const answers = (made.current ??= new Answers(questions, name, question, () => setCount((count) => count + 1)));
  useEffect(() => answers.want(asks), [JSON.stringify(asks)]);
  useEffect(() => () => answers.want([]), []);
  return answers;
}
