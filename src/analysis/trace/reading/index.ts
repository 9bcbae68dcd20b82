export { decodePart, encodePart } from './exchange.js';
export { Merger } from './merge.js';
export { buffersOf, partOf, type ReadingPart } from './part.js';
export { announcedEvents, divide } from './ranges.js';
export { emptyReading, type Reading } from './reading.js';
export { costlyOf, ProcessReader, type ProcessRange, readProcesses, type ReadOptions } from './readProcesses.js';
