import type { ComponentChildren } from 'preact';
import type { Window } from '../../pictures/timeline/frame.js';
import { BoxesTab } from './boxesTab.js';
import { selectionOf } from './chosen.js';
import { MatrixTab } from './matrixTab.js';
import { BarsTab, type PlacesProps } from './places.js';
import { SearchTab } from './searchTab.js';
import { type ShownPicture, ShownPictureContext } from './shownPicture.js';
import { TimeTab } from './timeTab.js';
import { FlameTab, MapTab } from './treeTabs.js';
import { type Tab, tabs } from './useTrees.js';
import type { ShownTrees } from './weightTree.js';

const tabTitles: Readonly<Record<Tab, string>> = {
  places: 'Locations',
  bars: 'Bars',
  boxes: 'Boxes',
  flame: 'Flame',
  map: 'Map',
  time: 'Time',
  matrix: 'Matrix',
  search: 'Search',
};

interface ViewProps extends Pick<PlacesProps, 'host' | 'ask'> {
  readonly trees: ShownTrees;
  /** The selected properties, in words; and with the call paths. */
  readonly property: string;
  readonly what: string;
  readonly selectedWindow: Window | undefined;
  /** The locations as a tree. */
  readonly tree: () => ComponentChildren;
  readonly tab: Tab;
}

/** Locations in one of several views. @param props.picture gets the picture that is shown */
export function PlaceViews({
  setTab,
  picture,
  ...view
}: ViewProps & { readonly setTab: (tab: Tab) => void; readonly picture: ShownPicture }) {
  return (
    <section aria-label="Place">
      <div role="group" aria-label="View of locations" class="choice">
        {tabs.map((one) => (
          <button key={one} aria-pressed={one === view.tab} onClick={() => setTab(one)}>
            {tabTitles[one]}
          </button>
        ))}
      </div>
      <ShownPictureContext.Provider value={picture}>{shownView(view)}</ShownPictureContext.Provider>
    </section>
  );
}

function shownView({ host, ask, trees, property, what, selectedWindow, tree, tab }: ViewProps): ComponentChildren {
  const { loaded, coupled, before, window } = trees;
  const { chosen, selectRows } = trees.choice;
  const { experiment } = ask;
  const onPlace = (locations: readonly number[]): void =>
    selectRows(
      'places',
      locations.flatMap((location) => loaded.places.rowOf.get(location) ?? []),
    );
  const own = { host, ask, loaded, what, onPlace };
  switch (tab) {
    case 'places':
      return tree();
    case 'bars':
      return <BarsTab {...own} />;
    case 'boxes':
      return <BoxesTab {...own} property={property} rows={trees.rows} />;
    case 'flame':
      return (
        <FlameTab
          {...{ host, loaded, coupled, what: property, before }}
          chosen={chosen.nodes.selected}
          onChoose={(rows) => selectRows('nodes', rows)}
        />
      );
    case 'map':
      return <MapTab {...{ host, loaded, coupled, what, onPlace }} />;
    case 'time': {
      const { locations = null } = selectionOf(experiment, loaded, chosen);
      return <TimeTab {...{ host, ask, loaded, what, locations, selected: selectedWindow }} />;
    }
    case 'matrix':
      return <MatrixTab {...{ host, experiment, window }} />;
    case 'search':
      return <SearchTab {...{ host, experiment, loaded }} />;
  }
}
