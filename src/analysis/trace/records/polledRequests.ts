/** Calls at one call path that found the same requests under way. */
export interface PollingCalls {
  readonly node: number;
  /** Those that are still under way, in the order in which they are tested. */
  requests: readonly number[];
  calls: number;
  seconds: number;
}

/** A request under way that calls have asked about. */
export interface PolledRequest {
  /** Begin of the first call that found it under way. */
  readonly first: number;
  /** The calls that found it so and that no other request's end has counted, summed up. */
  readonly calls: PollingCalls[];
}

/** The requests of one location that were tested in vain and have not completed. */
export class PolledRequests {
  private readonly open = new Map<number, PolledRequest>();

  /** A call that was entered at `enter` tested a request in vain. */
  begin(request: number, enter: number): void {
    if (!this.open.has(request)) this.open.set(request, { first: enter, calls: [] });
  }

  /** Counts a call that tested `requests` in vain; all of them were begun. */
  add(node: number, requests: readonly number[], seconds: number): void {
    const [first] = requests;
    const ofFirst = (first === undefined ? undefined : this.open.get(first)?.calls) ?? [];
    const known = ofFirst.findLast((group) => group.node === node && isSame(group.requests, requests));
    if (known !== undefined) {
      known.calls++;
      known.seconds += seconds;
      return;
    }
    const group = { node, requests, calls: 1, seconds };
    for (const request of new Set(requests)) this.open.get(request)?.calls.push(group);
  }

  /** Takes a request out, with the calls that asked about it; undefined where none did. */
  take(request: number): PolledRequest | undefined {
    const polled = this.open.get(request);
    if (polled === undefined) return undefined;
    this.open.delete(request);
    for (const group of polled.calls) group.requests = group.requests.filter((other) => other !== request);
    return polled;
  }

  /** Takes calls out of all requests that are still under way. */
  drop(group: PollingCalls): void {
    for (const request of group.requests) {
      const calls = this.open.get(request)?.calls ?? [];
      const at = calls.indexOf(group);
      if (at >= 0) calls.splice(at, 1);
    }
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((request, i) => request === other[i]);
}
