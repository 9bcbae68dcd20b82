import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';

type Handlers = RequestHandlers<RequestContext>;

/** Handlers for running programs. */
export function liveHandlers({
  runs,
  liveRuns: live,
  liveLines,
}: EngineParts): Pick<Handlers, 'trimtab/liveRuns' | 'trimtab/askLive' | 'trimtab/searchLive'> {
  return {
    'trimtab/liveRuns': (_, { signal }) => {
      // Asking connects to targets, which may start programs.
      runs.demandTrust();
      // Other processes start programs too.
      liveLines.watch();
      return live.list(signal);
    },
    'trimtab/askLive': async ({ id, request }, { signal }) => {
      runs.demandTrust();
      return { sentence: await live.ask(id, request, signal) };
    },
    'trimtab/searchLive': async ({ id, on }) => {
      runs.demandTrust();
      if (on) live.search(id);
      else await live.stopSearch(id);
      return null;
    },
  };
}
