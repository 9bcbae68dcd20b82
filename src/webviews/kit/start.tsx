import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Host } from './host.js';

export interface PageProps<State, Action> {
  readonly host: Host<State, Action>;
  readonly state: State;
}

/** Shows a page as soon as the extension told its first state, and again with every further one. */
export function startPage<State, Action>(Page: ComponentType<PageProps<State, Action>>): void {
  const host = new Host<State, Action>();
  const root = document.getElementById('page');
  if (root === null) throw new Error('The page has no element to be drawn in.');
  function Root() {
    const [state, setState] = useState<State>();
    useEffect(() => host.start((next) => setState(() => next)), []);
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
