import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../dispatch.js';
import type { EngineParts } from '../parts.js';
import { LiveRuns } from './liveRuns.js';

type Handlers = RequestHandlers<RequestContext>;

/** What the engine answers about programs that run at the moment. */
export function liveHandlers({
  announcer,
  workspace,
  runs,
  targetSettings,
}: EngineParts): Pick<Handlers, 'trimtab/liveRuns' | 'trimtab/askLive'> {
  const live = new LiveRuns(workspace, targetSettings, (sentence) => announcer.log(sentence));
  return {
    'trimtab/liveRuns': (_, { signal }) => {
      // Asking connects to targets, which may start programs.
      runs.demandTrust();
      return live.list(signal);
    },
    'trimtab/askLive': async ({ id, request }, { signal }) => {
      runs.demandTrust();
      return { sentence: await live.ask(id, request, signal) };
    },
  };
}
