import { useEffect, useState } from 'preact/hooks';
import { captioned } from '../../pictures/explorer/captioned.js';
import type { ExplorerAction, ExplorerState } from '../../protocol/pages/explorer.js';
import type { Host } from '../kit/host.js';
import { savedPng, savedSvg } from '../kit/savedPicture.js';
import { themePalette } from '../kit/palette.js';
import { numbersCsv } from './exported.js';
import type { ShownPicture } from './shownPicture.js';

/** Export of the shown data: trees as a table, the picture, and a link; `e` opens it. */
export function ExportPanel({
  host,
  experiment,
  shown,
  csv,
}: {
  readonly host: Host<ExplorerState, ExplorerAction>;
  readonly experiment: string;
  readonly shown: ShownPicture;
  /** The trees as they are shown. */
  readonly csv: () => string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [told, setMessage] = useState('');
  const toggle = (): void => {
    setIsOpen((open) => !open);
    setMessage('');
  };
  useEffect(() => onExportKey(toggle), []);
  /** Reports an error if only the trees are shown. */
  const pictured = (): ShownPicture['current'] => {
    if (shown.current === undefined) setMessage('Trees are no picture: choose Bars, Map or another one.');
    return shown.current;
  };
  const saveNumbers = (): void => {
    const picture = pictured();
    if (picture !== undefined) host.act({ do: 'save', kind: 'csv', text: numbersCsv(picture.numbers), experiment });
  };
  const savePicture = (kind: 'svg' | 'png'): void => {
    const diagram = pictured();
    if (diagram === undefined) return;
    const picture = captioned(diagram);
    const palette = themePalette(['--vscode-editor-background']);
    if (kind === 'svg') host.act({ ...savedSvg(picture, palette), experiment });
    else
      savedPng(picture, palette).then(
        (saved) => host.act({ ...saved, experiment }),
        (error: unknown) => setMessage(error instanceof Error ? error.message : String(error)),
      );
  };
  return (
    <>
      <button class="plain link" aria-expanded={isOpen} title="e" onClick={toggle}>
        Export
      </button>
      {isOpen && (
        <span role="group" aria-label="Export">
          <button onClick={() => savePicture('svg')}>Picture as SVG</button>{' '}
          <button onClick={() => savePicture('png')}>Picture as PNG</button>{' '}
          <button onClick={saveNumbers}>Picture as CSV</button>{' '}
          <button onClick={() => host.act({ do: 'save', kind: 'csv', text: csv(), experiment })}>Trees as CSV</button>{' '}
          <button onClick={() => host.act({ do: 'copyLink' })}>Copy Link</button>
          <span class="quiet" role="status">
            {told}
          </span>
        </span>
      )}
    </>
  );
}

/** Calls on `e`, unless it is typed into a field. @returns ends that */
function onExportKey(call: () => void): () => void {
  const hear = (event: KeyboardEvent): void => {
    const { target } = event;
    const isWriting = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.key !== 'e' || event.ctrlKey || event.altKey || event.metaKey || isWriting) return;
    event.preventDefault();
    call();
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}
