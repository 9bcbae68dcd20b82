/** Contracts of those that listen to the events of one location while it is read. */

/** Takes the events of one location that a pass asked for, in order of time. */
export interface EventRecorder {
  /**
   * Adds an event.
   * @param kind an EventKind
   * @param time seconds since the start of the trace
   * @param at index of the event's first operand in `operands`
   * @param operation the MPI call it happened in (row of `operations`), or NONE
   */
  add(kind: number, time: number, operands: Float64Array, at: number, operation: number): void;
  /** For a pass that observes calls which read, write or name files, in addition to events. */
  readonly fileCalls?: FileCallRecorder;
  /** For a pass that listens to readings of counters. */
  readonly readings?: ReadingRecorder;
  /** For the pass that keeps what time was spent on: one of the passes at most. */
  readonly times?: TimeRecorder;
  /** For the pass that listens to all calls: one of the passes at most. */
  readonly calls?: CallRecorder;
}

/** Takes what the time of one location is spent on. Seconds that are spent lie before the event that comes next. */
export interface TimeRecorder {
  /** Time goes to a class (a number of TIME_CLASSES, or OUTSIDE) and a call path (-1: none) from now on. */
  goOn(timeClass: number, node: number): void;
  spend(seconds: number): void;
  /** Time that was counted where it goes now was spent in another class, at another call path. */
  move(timeClass: number, node: number, seconds: number): void;
  /** An event comes; time up to it was spent. */
  event(time: number): void;
  /**
   * Records time to start or to end a team, attributed to a call path in addition to the time spent there.
   * @param to may be after the current event
   */
  manage(node: number, from: number, to: number, isStart: boolean): void;
  /** The thread is in teams that it forked from now on, or not any more. */
  inTeams?(isIn: boolean): void;
  /** A team of the thread that forked first went without this one. @param node of its parallel region */
  leftOut?(node: number, from: number, to: number): void;
  /** The thread's present team begins here. */
  team(team: number, time: number): void;
  /** No more events come. */
  finish(time: number): void;
}

/** Takes the calls of one location; times are seconds since the start of the trace. */
export interface CallRecorder {
  /** @param node the call path of what is called */
  begin(node: number, time: number): void;
  /** @param node that of what is left: not always what began last, since a thread may take up another task */
  end(node: number, time: number): void;
}

/** Receives the counter values of one location at the begin and the end of regions. */
export interface ReadingRecorder {
  /**
   * @param node the call path that what was counted since the reading before belongs to; -1: none
   * @param operands those of the event, from `at` on
   */
  read(node: number, operands: Float64Array, at: number): void;
}

/** Takes the calls of one location that read, write or name files; what such a call calls is within it. */
export interface FileCallRecorder {
  /**
   * @param kind one of FileCall
   * @param node its call path
   * @param time seconds since the start of the trace
   */
  begin(kind: number, node: number, time: number): void;
  end(time: number): void;
}

/** Sees every event of one location, in the order of the trace. */
export interface EventObserver {
  /**
   * @param kind an EventKind
   * @param time seconds since the start of the trace
   * @param reference the region of an ENTER or LEAVE, else the index of the event's first operand in `operands`
   */
  see(kind: number, time: number, reference: number, operands: Float64Array): void;
}

/** Creates the recorders of an analysis, one for each location. */
export interface RecorderSource {
  /** The events it wants; each an EventKind. */
  readonly kinds: readonly number[];
  /** The events of a location come next. @param locations of the whole trace */
  record(location: number, locations: number): EventRecorder;
  /** Returns the observer of an analysis that must see every event, which costs time for each: at most one does. */
  observe?(location: number): EventObserver;
}
