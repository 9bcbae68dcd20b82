/** Local paths of sources that were measured elsewhere, as in trimtab.yaml and the setting `trimtab.pathMap`. */
import * as v from 'valibot';
import { record } from '../../base/schemas.js';

const text = v.pipe(v.string('write a text'), v.minLength(1, 'write at least one character'));

/** Remote folders (or files) and the local ones with the same contents; "." means relative paths. */
export const pathPairs = record(text, text, 'write pairs such as "/there/src: src"');

/** Schema with which editors complete and check the setting. `npm run schemas` makes a JSON schema of it. */
export const editorSchema = pathPairs;
