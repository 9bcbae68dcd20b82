import { modeOf } from '../../measuring/firstRun.js';
import { action } from '../../steps/action.js';
import { measurementOf } from '../../steps/measurement.js';
import { siteOf } from '../../steps/site.js';
import { chooseDeclaration } from '../../declarations/choose.js';

/** Chooses between profile and trace if the user did not. */
export const choose = action(chooseDeclaration, async (context, given) => {
  const site = await siteOf(context, given.get('target'));
  const { configuration, store } = context;
  const { program } = configuration;
  const measurement = await measurementOf(context, site, { mode: given.get('mode') });
  const target = site.target.name;
  const { mode, follows } = modeOf(store, { program, target, measurement });
  if (mode === 'profile' && !measurement.isModeConfigured)
    context.tell(
      `The first run of ${program} on ${target} records a profile, from which the size of a trace is estimated.`,
    );
  return { mode, follows };
});
