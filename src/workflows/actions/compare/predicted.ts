import { duration, plainLine } from '../../../base/text.js';
import type { Seconds } from '../../../base/units.js';
import { type Manifest, predictionError } from '../../../experiments/index.js';
import { errorText } from '../../../model/text/errorText.js';
import { scenariosText } from '../../../model/text/scenarioText.js';

/**
 * Returns the predictions that were kept with the runs before a change, oldest first, next to the runs after it.
 * @param measured mean run time after the change, greater than 0
 */
export function predictedTexts(before: readonly Pick<Manifest, 'predictions'>[], measured: Seconds): string[] {
  if (!(measured > 0)) return [];
  return before
    .flatMap(({ predictions = [] }) => predictions)
    .toSorted((one, other) => one.created.localeCompare(other.created))
    .map(({ scenarios, runTime }) => {
      const change = scenariosText(scenarios);
      const error = errorText(predictionError(runTime, measured));
      return plainLine(`Predicted ${duration(runTime)} (${change}), measured ${duration(measured)}: error ${error}`);
    });
}
