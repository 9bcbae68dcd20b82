import type { RequestHandlers } from '../../protocol/requests.js';
import type { TargetKindForm } from '../../protocol/targets.js';
import { kinds } from '../../targets/kinds.js';
import { withTarget } from '../../workflows/configuration/targetText.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { Targets } from './targets.js';

type Handlers = RequestHandlers<RequestContext>;

/** Handlers for targets. */
export function targetHandlers({
  workspace,
  runs,
  targetSettings,
}: EngineParts): Pick<
  Handlers,
  'trimtab/listTargets' | 'trimtab/checkTarget' | 'trimtab/targetKinds' | 'trimtab/addTarget'
> {
  const targets = new Targets(workspace, targetSettings, () => runs.isTrusted);
  return {
    'trimtab/listTargets': () => targets.list(),
    'trimtab/checkTarget': ({ name }, { signal }) => {
      // ssh reads the configuration that trimtab.yaml names, which may start programs.
      runs.demandTrust();
      return targets.check(name, signal);
    },
    // The largest first: who adds a target mostly has a cluster.
    'trimtab/targetKinds': () =>
      kinds
        .toReversed()
        .flatMap(({ name, form }): TargetKindForm[] => (form === undefined ? [] : [{ kind: name, ...form }])),
    'trimtab/addTarget': ({ text, target }) => ({ text: withTarget(text, target) }),
  };
}
