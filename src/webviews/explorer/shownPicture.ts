/** The picture that the Explorer shows now, for those who take it along. */
import { createContext } from 'preact';
import type { Picture } from '../../pictures/drawing/drawList.js';

export interface ShownPicture {
  current: Picture | undefined;
}

/** Where a picture says that it is shown. */
export const ShownPictureContext = createContext<ShownPicture>({ current: undefined });
