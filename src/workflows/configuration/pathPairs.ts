/** Where sources lie that were measured elsewhere, as trimtab.yaml and the setting `trimtab.pathMap` say it. */
import * as v from 'valibot';
import { record } from '../../base/schemas.js';

const text = v.pipe(v.string('write a text'), v.minLength(1, 'write at least one character'));

/** Folders (or files) there and those here that hold the same; "." stands for relative paths. */
export const pathPairs = record(text, text, 'write pairs such as "/there/src: src"');

/** What editors complete and check of the setting. `npm run schemas` makes a JSON schema of it. */
export const editorSchema = pathPairs;
