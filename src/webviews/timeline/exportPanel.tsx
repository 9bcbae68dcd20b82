import type { Picture } from '../../pictures/drawing/drawList.js';
import { savedPng, savedSvg } from '../kit/savedPicture.js';
import { csvOf, type TableNames, waitsTable } from '../../pictures/timeline/tables.js';
import type { MarksAnswer } from './run.js';
import { themePalette } from '../kit/palette.js';
import type { TimelineHost } from './useTimeline.js';

/** Export of the visible part: as a picture, its waits as a table, and a link to it. */
export function ExportPanel(props: {
  readonly host: TimelineHost;
  /** Waits of the window, and the names in them. */
  readonly seen: { readonly marks: MarksAnswer; readonly names: TableNames } | undefined;
  readonly experiment: string;
  /** Returns the current picture. */
  readonly picture: () => Picture | undefined;
  /** Receives the reason why nothing could be saved. */
  readonly tell: (sentence: string) => void;
  readonly copyLink: () => void;
  readonly close: () => void;
}) {
  const { host, seen, experiment, picture, tell, copyLink, close } = props;
  const svg = (): void => {
    const drawn = picture();
    if (drawn !== undefined) host.act({ ...savedSvg(drawn, themePalette()), experiment });
    close();
  };
  const png = (): void => {
    const drawn = picture();
    close();
    if (drawn === undefined) return;
    savedPng(drawn, themePalette()).then(
      (saved) => host.act({ ...saved, experiment }),
      (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <section class="over" aria-label="Export">
      <p>
        <button onClick={svg}>Save Picture as SVG</button> <button onClick={png}>Save Picture as PNG</button>{' '}
        <button
          disabled={seen === undefined}
          onClick={() => {
            if (seen !== undefined)
              host.act({
                do: 'save',
                kind: 'csv',
                text: csvOf(waitsTable(seen.marks.columns, seen.names)),
                experiment,
              });
            close();
          }}
        >
          Save Waits as CSV
        </button>{' '}
        <button
          onClick={() => {
            copyLink();
            close();
          }}
        >
          Copy Link
        </button>{' '}
        <button onClick={close}>Close</button>
      </p>
      <p class="quiet">The link opens the visible time range for users who have this experiment.</p>
    </section>
  );
}
