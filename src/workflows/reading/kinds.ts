/** The kinds of steps that there are: what is written nowhere else. */
import { actions } from '../actions/index.js';
import { groups } from '../groups/index.js';
import type { StepDeclaration } from '../language/declaration.js';
import type { Action } from '../steps/action.js';
import type { Group } from '../steps/walk.js';

/** Their declarations, actions first. */
export const kinds: readonly StepDeclaration[] = [...actions, ...groups];

/** The action of a kind; undefined for a group, or one that is not known. */
export function actionOf(kind: string): Action | undefined {
  return actions.find((one) => one.kind === kind);
}

/** The group of a kind; undefined for an action, or one that is not known. */
export function groupOf(kind: string): Group | undefined {
  return groups.find((one) => one.kind === kind);
}

export function isKind(kind: string): boolean {
  return kinds.some((one) => one.kind === kind);
}
