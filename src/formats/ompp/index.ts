export { ompp, readOmpp } from './format.js';
