/** The picture that the Explorer shows now, for those who take it along. */
import { createContext } from 'preact';
import type { Diagram } from '../../pictures/explorer/diagram.js';

export interface ShownPicture {
  current: Diagram | undefined;
}

/** Where a picture says that it is shown. */
export const ShownPictureContext = createContext<ShownPicture>({ current: undefined });
