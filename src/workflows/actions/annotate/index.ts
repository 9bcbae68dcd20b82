import { present } from '../../../base/present.js';
import * as v from 'valibot';
import { neededOutputs, optional } from '../../language/declaration.js';
import { text, texts } from '../../language/words.js';
import { action } from '../../steps/action.js';
import { ofArgument } from '../../declarations/arguments.js';
import { runDeclaration } from '../../declarations/run.js';

/** Writes a note and tags to an experiment. */
export const annotate = action(
  {
    kind: 'annotate',
    title: 'Annotate',
    description: 'Writes a note or tags to an experiment.',
    arguments: {
      experiment: optional(
        text,
        'Identifier of the experiment, such as ${{ steps.analyze.experiment }}.',
        'the latest experiment',
      ),
      of: ofArgument('experiment is meant'),
      note: optional(text, 'The note it is to have.', 'what was tried'),
      tags: optional(texts, 'Tags to add.', '[tuned]'),
    },
    outputs: v.object({ experiment: v.pipe(v.string(), v.description('Identifier of the experiment.')) }),
    keepsProject: true,
    handsInJobs: false,
    afterCrash: 'again',
    printsResult: false,
  },
  ({ done, store }, given) => {
    const id = given.get('experiment') ?? neededOutputs(runDeclaration, done, given.get('of')).experiment;
    const note = given.get('note');
    const tags = given.get('tags');
    store.update(id, { ...present({ note, tags }) });
    return Promise.resolve({ experiment: id });
  },
);
