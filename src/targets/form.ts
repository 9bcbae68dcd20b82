/** How a person adds a target: what is asked for, and where the answers stand in its description. */

/** What a person is asked for when a target is added. */
export interface FormField {
  /** Where the answer stands in the target's description: its key, and after a dot that of a part of it. `name` is its name. */
  readonly key: string;
  readonly prompt: string;
  /** Proposed when nothing better is known. */
  readonly value?: string;
  /** Another field whose answer makes the proposal: the first part of a host's name. */
  readonly proposedBy?: string;
  /** Asked for only where that field was answered. */
  readonly onlyWith?: string;
  /** May stay empty, and is left out then. */
  readonly mayBeEmpty?: boolean;
  /** What an answer looks like, as a regular expression, and what to write when it does not. */
  readonly pattern: string;
  readonly mistake: string;
}

/** How a person adds a target of a kind. */
export interface TargetForm {
  /** Such as `Slurm cluster`. */
  readonly title: string;
  readonly detail: string;
  /** In the order in which they are asked. */
  readonly fields: readonly FormField[];
}
