/**
 * The single declaration of a kind of target: each kind has a folder here that exports one such value, and `kinds.ts`
 * lists them. It defines the keys accepted in trimtab.yaml and in the settings, their completion in editors, and the
 * form for adding one. It also defines its text in lists, and how one is opened; no other code names a kind.
 */
import type * as v from 'valibot';
import type { Described, TargetConfiguration } from './configuration.js';
import type { TargetForm } from './form.js';
import type { ConnectionOptions } from './ssh/connection.js';
import type { Target } from './target.js';

/** Features of a kind of target that are needed before one is opened. */
export interface TargetCapabilities {
  /** A scheduler starts its jobs: they queue, do not disturb each other, and are limited in time by it. */
  readonly queues: boolean;
  /** Every target of the kind is described by the user; otherwise this machine is one without a description. */
  readonly isDescribed: boolean;
}

/** How targets are opened. */
export interface CreateOptions {
  /** How passwords and codes are asked for, and other matters of the connection. */
  readonly connection?: Partial<ConnectionOptions>;
  /** Environment of programs started here. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders in which no program is started to learn what this machine has. */
  readonly outside?: readonly string[];
}

/** Checks and completes what a person wrote of a target, all but its name. */
export type KindSchema<Configuration extends TargetConfiguration> = v.GenericSchema<
  unknown,
  Described<Configuration>
> & {
  /** Schema of the description, key by key. */
  readonly entries: v.ObjectEntries;
};

/** @typeParam Configuration what the schema makes; the methods are called with such only */
export interface TargetKind<Configuration extends TargetConfiguration = TargetConfiguration> {
  /** Name in the description. */
  readonly name: string;
  /** Explanation for users who write one: it follows its name and a colon. */
  readonly description: string;
  readonly schema: KindSchema<Configuration>;
  readonly capabilities: TargetCapabilities;
  /** Without one, such targets are not offered when a person adds one. */
  readonly form?: TargetForm;
  /** The scheduler of which this machine is a login node: a target without a description, and its title. */
  readonly here?: { readonly title: string; readonly configuration: Configuration };
  /** Returns the location of a target, in a few words. */
  place(configuration: Configuration): string;
  /** Returns the resource settings kept with an experiment, in addition to those of all kinds. */
  recorded(configuration: Configuration): Readonly<Record<string, unknown>>;
  /** Returns the target. Nothing is connected or started yet; its `describe` connects and queries its features. */
  open(configuration: Configuration, options: CreateOptions): Target;
}
