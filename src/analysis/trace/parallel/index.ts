export { alone, aloneIn, type Crew, type Member, Threads } from './crew.js';
export { type Answer, CALLER, type Job } from './job.js';
export { takePart } from './member.js';
export type { Results } from './results.js';
export type { Task } from './task.js';
