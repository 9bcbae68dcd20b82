/** Targets as clients receive them, and how the user adds one: clients have no built-in kinds. */

/** A target in a list. */
export interface TargetSummary {
  readonly name: string;
  /** One line for people: what the target can do, or what is missing; where it is, as long as it was not asked. */
  readonly description: string;
  readonly state: 'ready' | 'notReady' | 'notAsked';
  /** Whether `checkTarget` can ask it: it was described by a person, without a mistake. */
  readonly canBeChecked: boolean;
  /** Measurement systems of the site, once the target was asked. */
  readonly systems?: readonly SystemSummary[];
}

/** A measurement system that can take the place of the probe. */
export interface SystemSummary {
  /** As `measure.with` in trimtab.yaml names it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly isThere: boolean;
  /** Its version and place, what is missing, or which module has it. */
  readonly text: string;
}

/** A question to a person who adds a target. */
export interface TargetField {
  /** Names the answer. That of `name` is the target's name. */
  readonly key: string;
  readonly prompt: string;
  readonly value?: string;
  /** The key of an earlier question; what its answer begins with is proposed. */
  readonly proposedBy?: string;
  /** The key of an earlier question: asked only where that was answered. */
  readonly onlyWith?: string;
  readonly mayBeEmpty?: boolean;
  /** A regular expression that answers match, and what to write when one does not. */
  readonly pattern: string;
  readonly mistake: string;
}

/** A kind of target that can be added. */
export interface TargetKindForm {
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  /** In the order in which they are asked. */
  readonly fields: readonly TargetField[];
}

/** A target that a person described: answers by the keys of the fields; what was left empty is not among them. */
export interface NewTarget {
  readonly kind: string;
  readonly answers: Readonly<Record<string, string>>;
}
