import { action } from '../../runner/action.js';
import { instrumentDeclaration } from './declaration.js';

/** Says what later builds and runs measure: functions left out, and variables of the probe. */
export const instrument = action(instrumentDeclaration, (context, given) => {
  const exclude = given.get('exclude') ?? [];
  const environment = given.get('environment') ?? {};
  context.tell(exclude.length === 0 ? 'All functions are measured.' : `${exclude.length} functions are left out.`);
  return Promise.resolve({ exclude, environment });
});
