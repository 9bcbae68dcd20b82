/** The picture that the Explorer shows now, for those who take it along. */
import { createContext } from 'preact';
import type { Diagram } from '../../pictures/explorer/diagram.js';

export interface ShownPicture {
  current: Diagram | undefined;
}

/** Context in which a picture registers as shown. */
export const ShownPictureContext = createContext<ShownPicture>({ current: undefined });
