import type { TargetConfiguration } from './configuration.js';
import type { CreateOptions } from './kind.js';
import { kindOf } from './kinds.js';
import type { Target } from './target.js';

export type { CreateOptions } from './kind.js';

/** The target that a description describes. Nothing is connected or started yet. */
export function createTarget(configuration: TargetConfiguration, options: CreateOptions = {}): Target {
  return kindOf(configuration).open(configuration, options);
}
