/** One property over one run, for those who write it. */
import { evaluate, type EvaluatedInstance, type Evaluated } from '../../asl/compile/evaluate.js';
import type { AslData } from '../../asl/data.js';
import { placeText, valuesText } from '../../asl/measured/instanceText.js';
import { diagnosticLine, type Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, patternsOf, soundProperties } from '../../asl/texts.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import { TrimtabError } from '../../base/problem.js';
import type { Definitions } from '../../model/definitions.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { CallPaths } from '../report/index.js';
import { nodeOf } from './found.js';

/** Maximum number of call paths that are listed. */
const MOST_PLACES = 100;

/** A place at which the property holds, the most severe first. */
export interface FoundPlace {
  readonly severity: number;
  readonly confidence: number;
  readonly place: string;
  readonly values: string;
  readonly source?: SourcePlace;
}

export interface EvaluatedOne {
  readonly asked: number;
  readonly isMeasured: boolean;
  readonly stopped?: string;
  readonly holds: number;
  readonly places: readonly FoundPlace[];
}

/**
 * @param texts what belongs together, that of the property first
 * @param dataOf gives the run as properties see it, with the matches of these patterns
 * @throws TrimtabError where there is no such property, or it has a mistake
 */
export function evaluateOne(
  property: string,
  texts: readonly Source[],
  { space, definitions }: { readonly space: PerformanceSpace; readonly definitions: Definitions },
  dataOf: (patterns: readonly TypedPattern[]) => AslData,
): EvaluatedOne {
  const checked = checkTexts(texts, space.metrics);
  const [own] = checked;
  const found = own === undefined ? undefined : soundProperties(own).find(({ name }) => name === property);
  if (own === undefined || found === undefined) {
    const mistake = own?.diagnostics.find(({ level }) => level === 'error');
    throw new TrimtabError(
      own === undefined || mistake === undefined
        ? `There is no property ${property} in this text.`
        : `${property} cannot be evaluated: ${diagnosticLine(own.source, mistake)}.`,
    );
  }
  const data = dataOf(patternsOf([found], checked));
  const result = evaluate(found, data);
  const paths = new CallPaths(space.callTree, definitions);
  return {
    asked: result.asked,
    isMeasured: result.isMeasured,
    ...(result.stopped === undefined ? {} : { stopped: result.stopped }),
    holds: result.found.length,
    places: result.found.slice(0, MOST_PLACES).map((instance) => placeOf(result, instance, data, paths)),
  };
}

function placeOf(result: Evaluated, instance: EvaluatedInstance, data: AslData, paths: CallPaths): FoundPlace {
  const node = nodeOf(result.property, instance);
  const source = node === undefined || !(node < paths.tree.size) ? undefined : paths.place(node);
  return {
    severity: instance.severity,
    confidence: instance.confidence,
    place: placeText(result, instance, data),
    values: valuesText(result.property, instance, data),
    ...(source === undefined ? {} : { source }),
  };
}
