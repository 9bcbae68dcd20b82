import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Host } from './host.js';
import { keepTextPlain } from './plainTree.js';

export interface PageProps<State, Action> {
  readonly host: Host<State, Action>;
  readonly state: State;
}

/** Shows a page on the first state from the extension, and updates it with every further one. */
export function startPage<State, Action>(Page: ComponentType<PageProps<State, Action>>): void {
  keepTextPlain();
  const host = new Host<State, Action>();
  const root = document.getElementById('page');
  if (root === null) throw new Error('The page has no element to be drawn in.');
  function Root() {
    const [state, setState] = useState<State>();
    const [failure, setFailure] = useState<string>();
    useEffect(() => {
      const hear = (next: State) => {
        setState(() => next);
        setFailure(undefined);
      };
      host.start(hear, setFailure);
    }, []);
    // The previous content does not match the request.
    if (failure !== undefined)
      return (
        <p class="notice problem" role="alert">
          {failure}
        </p>
      );
    if (state === undefined)
      return (
        <p class="quiet" role="status">
          Loading…
        </p>
      );
    return <Page host={host} state={state} />;
  }
  render(<Root />, root);
}
