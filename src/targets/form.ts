/** Form for adding a target: its fields, and the keys of the answers in its description. */

/** A field of the form for adding a target. */
export interface FormField {
  /** Key of the answer in the target's description, with parts separated by dots. `name` is its name. */
  readonly key: string;
  readonly prompt: string;
  /** Proposed when nothing better is known. */
  readonly value?: string;
  /** Another field whose answer makes the proposal: the first part of a host's name. */
  readonly proposedBy?: string;
  /** Asked for only where that field was answered. */
  readonly onlyWith?: string;
  /** May be empty, and is omitted then. */
  readonly mayBeEmpty?: boolean;
  /** Regular expression for a valid answer, and the message for others. */
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
