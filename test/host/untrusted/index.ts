/** The suite of a folder that is opened untrusted; it is run as the other one is. */
export { run } from '../suite/index.js';
