import type { AskedTree, changeTree } from '../../protocol/pages/compare.js';
import type { Answered } from '../../protocol/pages/questions.js';
import type { RankValuesSource } from './rankValues.js';
import { ofSameComparison } from './sameComparison.js';

/**
 * How a property changed along the call tree.
 * @throws TrimtabError when the experiments changed after they were compared
 */
export async function changeTreeOf(
  {
    engine,
    compareAgain,
  }: { readonly engine: Pick<RankValuesSource['engine'], 'request'> } & Pick<RankValuesSource, 'compareAgain'>,
  ask: AskedTree,
): Promise<Answered<typeof changeTree>> {
  const { head, columns } = await ofSameComparison(ask.comparison, compareAgain, () =>
    engine.request('trimtab/findTree', ask),
  );
  return {
    head,
    columns: {
      inclusiveBefore: Float64Array.from(columns.inclusiveBefore),
      inclusiveAfter: Float64Array.from(columns.inclusiveAfter),
      inclusiveLow: Float64Array.from(columns.inclusiveLow),
      inclusiveHigh: Float64Array.from(columns.inclusiveHigh),
      exclusiveBefore: Float64Array.from(columns.exclusiveBefore),
      exclusiveAfter: Float64Array.from(columns.exclusiveAfter),
      exclusiveLow: Float64Array.from(columns.exclusiveLow),
      exclusiveHigh: Float64Array.from(columns.exclusiveHigh),
      parent: Int32Array.from(columns.parent),
      callPath: Uint32Array.from(columns.callPath),
      region: Uint32Array.from(columns.region),
      presence: Uint8Array.from(columns.presence),
      file: Uint32Array.from(columns.file),
      line: Uint32Array.from(columns.line),
      group: Uint32Array.from(columns.group),
    },
  };
}
