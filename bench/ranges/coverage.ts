/** Prints how far the lines of the instructions of objects are known: coverage.cjs OBJECT... */
import process from 'node:process';
import { rangeFacts } from '../../src/measurement/ranges/facts.js';

process.stdout.write(JSON.stringify(rangeFacts(...process.argv.slice(2))?.coverage ?? {}));
