/** Changes of a program as people read them. */
import { plainLine } from '../../base/text.js';
import type { Scenario, ScenarioTarget } from '../findings/prediction.js';
import { shortFunctionName } from './functionNames.js';

/** Such as `solve twice as fast, file I/O without time`. */
export const scenariosText = (scenarios: readonly Scenario[]): string => scenarios.map(scenarioText).join(', ');

/** Such as `solve twice as fast`. */
export function scenarioText(scenario: Scenario): string {
  switch (scenario.kind) {
    case 'scale':
      return `${targetText(scenario)} ${factorText(scenario.factor)}`;
    case 'balance':
      return `${targetText(scenario)} balanced over ranks${scenario.per === undefined ? '' : ' in each iteration'}`;
    case 'network':
      return `${scenario.region === undefined ? 'communication' : named(scenario.region)} ${networkText(scenario)}`;
    case 'overlap':
      return `${scenario.region === undefined ? 'waits for messages' : `waits in ${named(scenario.region)}`} overlapped`;
    case 'io':
      return `${scenario.region === undefined ? 'file I/O' : named(scenario.region)} without time`;
    case 'parallelize':
      return `${targetText(scenario)} shared by all threads`;
    case 'teams':
      return `threads share ${scenario.region === undefined ? 'their work' : named(scenario.region)} equally`;
  }
}

function networkText({ latency, bandwidth }: Extract<Scenario, { kind: 'network' }>): string {
  const changes = [
    ...(latency === undefined ? [] : [`${shareText(latency)} latency`]),
    ...(bandwidth === undefined ? [] : [`${shareText(bandwidth)} bandwidth`]),
  ];
  return changes.length === 0 ? 'without time except waiting' : `with ${changes.join(' and ')}`;
}

/** `solve and its callees`. */
export function targetText({ region, withCallees }: ScenarioTarget): string {
  return `${named(region)}${withCallees === true ? ' and its callees' : ''}`;
}

const named = (region: string): string => plainLine(shortFunctionName(region));

function factorText(factor: number): string {
  if (factor === 0) return 'without time';
  return factor === 0.5 ? 'twice as fast' : `with ${shareText(factor)} of its time`;
}

const shareText = (factor: number): string => `${Number((100 * factor).toPrecision(3))} %`;
