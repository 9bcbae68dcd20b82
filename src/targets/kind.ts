/**
 * What a kind of target is, said once: each kind has a folder here that exports one such value, and `kinds.ts` lists them.
 * What is accepted in trimtab.yaml and in the settings, what editors complete there, how a person adds one, what lists say
 * of one, and how one is opened come from it; nothing else names a kind.
 */
import type * as v from 'valibot';
import type { Described, TargetConfiguration } from './configuration.js';
import type { TargetForm } from './form.js';
import type { ConnectionOptions } from './ssh/connection.js';
import type { Target } from './target.js';

/** What targets of a kind can do, for those that must know before one is opened. */
export interface TargetCapabilities {
  /** A scheduler starts its jobs: they queue, do not disturb each other, and are limited in time by it. */
  readonly queues: boolean;
  /** There is none but those that a person described; else this machine itself is one that nobody did. */
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
  /** What can be written, key by key. */
  readonly entries: v.ObjectEntries;
};

/** @typeParam Configuration what the schema makes; the methods are called with such only */
export interface TargetKind<Configuration extends TargetConfiguration = TargetConfiguration> {
  /** As it is written. */
  readonly name: string;
  /** What it is, for those who write one: goes on after its name and a colon. */
  readonly description: string;
  readonly schema: KindSchema<Configuration>;
  readonly capabilities: TargetCapabilities;
  /** Without one, such targets are not offered when a person adds one. */
  readonly form?: TargetForm;
  /** The scheduler of which this machine is a login node: a target that nobody described, and what it is called. */
  readonly here?: { readonly title: string; readonly configuration: Configuration };
  /** Where a target is, in a few words. */
  place(configuration: Configuration): string;
  /** What is kept with an experiment of how its jobs are asked for, beside what all kinds have. */
  recorded(configuration: Configuration): Readonly<Record<string, unknown>>;
  /** The target. Nothing is connected or started yet; `describe` of it connects and tells what it has. */
  open(configuration: Configuration, options: CreateOptions): Target;
}
