import type { FoundAt } from './report.js';

/** `initializationOptions` of the LSP `initialize` request. */
export interface EngineOptions {
  /** Whether the person trusts the workspace: without, results are shown and nothing is built or run. */
  readonly trusted: boolean;
  /** Folder that holds the compiler wrapper and the measurement library. */
  readonly probeFolder: string;
  /** Targets of the editor's settings (`trimtab.targets`), unchanged. */
  readonly targets?: unknown;
  /** Local folders of sources that were measured elsewhere. */
  readonly pathMap?: PathMapSettings | undefined;
  /** Whether hovers may lead to commands: the client has them and trusts just these. */
  readonly commandLinks?: boolean | undefined;
  /** How ssh asks the person for passwords and the like; without it nothing is asked. */
  readonly askpass?: Askpass | undefined;
}

/** The setting `trimtab.pathMap`, unchanged. */
export interface PathMapSettings {
  /** Value in a window without folders. */
  readonly pathMap: unknown;
  /** Values in workspace folders, by their URI. */
  readonly folders?: Readonly<Record<string, unknown>> | undefined;
}

/** A program that asks for ssh (SSH_ASKPASS), and the variables it needs; neither holds a secret. */
export interface Askpass {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The command of a link to the page of a property; its argument is the property's unique name, and that of its page. */
export const EXPLAIN_PROPERTY_COMMAND = 'trimtab.explainProperty';
export type ExplainPropertyArguments = readonly [{ readonly property: string; readonly page: string }];

/** Notifications from the client to the engine. */
export interface ClientNotifications {
  /** The person granted (or withdrew) trust in the workspace after the engine started. */
  'trimtab/trust': { readonly trusted: boolean };
  /** The setting `trimtab.targets` changed. */
  'trimtab/targetSettings': { readonly targets: unknown };
  /** The setting `trimtab.pathMap` changed. */
  'trimtab/pathMap': PathMapSettings;
}

/** The command of a CodeLens that chooses whether a function is measured; the client registers it. */
export const SELECT_FUNCTION_COMMAND = 'trimtab.selectFunction';
/** Its arguments: the function as the run names it. */
export type SelectFunctionArguments = readonly [{ readonly region: string }];

/** Treatment of a function in later runs: excluded, always measured, or put into a group. */
export type FunctionChoice = { readonly take: 'exclude' | 'include' } | { readonly group: string };

/** The command of a CodeLens over a function that waits; the client registers it. */
export const SHOW_FINDING_COMMAND = 'trimtab.showFinding';
/** Its arguments: the worst finding at or below that function. */
export type ShowFindingArguments = readonly [FoundAt];

/** The command of lenses of running programs: VS Code has it for the view of that name. */
export const SHOW_LIVE_COMMAND = 'trimtab.live.focus';

/** The command of lenses and hovers that leads to how something changes by iteration; the client registers it. */
export const SHOW_DYNAMICS_COMMAND = 'trimtab.showDynamics';
/**
 * Its arguments. First, the number of a finding in the report of dynamics; omitted for the loop as a whole, on the
 * page. Its worst iteration, or the given one, is shown in the timeline, or with `page` on the page.
 */
export type ShowDynamicsArguments = readonly [
  { readonly finding?: number; readonly iteration?: number; readonly page?: true },
];
