import { action } from '../../steps/action.js';
import { instrumentDeclaration } from '../../declarations/instrument.js';

/** Selects what later builds and runs measure: excluded functions, and variables of the probe. */
export const instrument = action(instrumentDeclaration, (context, given) => {
  const exclude = given.get('exclude') ?? [];
  const environment = given.get('environment') ?? {};
  context.tell(exclude.length === 0 ? 'All functions are measured.' : `${exclude.length} functions are excluded.`);
  return Promise.resolve({ exclude, environment });
});
