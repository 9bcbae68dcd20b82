import type { Definitions } from '../../model/definitions.js';
import type { SourcePlace } from '../../model/findings/findings.js';

/** Between the parts of a line; in no name and no path that the probe writes. */
const BETWEEN = '\t';

const keyOf = (caller: string, { file, line }: SourcePlace): string => [line, file, caller].join(BETWEEN);

/**
 * Functions that the compiler inlined around calls, from the probe's archives. They have no records, so neither their
 * calls nor their times are known, but the call is in their source.
 */
export class InlinedCalls {
  private readonly names = new Map<string, readonly string[]>();

  constructor({ properties }: Pick<Definitions, 'properties'>) {
    for (const text of (properties.get('TRIMTAB::INLINED_CALLS') ?? '').split('\n')) {
      const [line = '', file = '', caller = '', ...names] = text.split(BETWEEN);
      const key = keyOf(caller, { file, line: Number(line) });
      // Two calls on one line may be in different functions; then none is named.
      const known = this.names.get(key);
      const isSame = known === undefined || known.join(BETWEEN) === names.join(BETWEEN);
      this.names.set(key, isSame ? names : []);
    }
  }

  /** The names, outermost first, of what was inlined into a recorded function around a call that it makes. */
  around(caller: string, callSite: SourcePlace): readonly string[] {
    return this.names.get(keyOf(caller, callSite)) ?? [];
  }
}
