/** `measure` in `trimtab.yaml`: what a person chooses of a plan. */
import * as v from 'valibot';
import type { Bytes } from '../model/units.js';
import type { PlanSettings } from './plan.js';

const SIZE = 'write an amount of data such as "2 GB", or a number of bytes';
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** @returns undefined for what is no amount of data */
function bytesOf(text: string): Bytes | undefined {
  const [, digits = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kMGT]?B)\s*$/.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * 1000 ** UNITS.indexOf(unit));
  return digits !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
}

const size = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()], SIZE),
  v.transform((value) => (typeof value === 'number' ? value : (bytesOf(value) ?? Number.NaN))),
  v.number(SIZE),
  v.minValue(4096, 'write at least 4096 bytes'),
);
const flag = v.boolean('write true or false');
const parts = v.array(
  v.pipe(v.string('write each as a text'), v.minLength(1, 'write at least one character')),
  'write a list of parts of names, such as [tiny_function]',
);

/** What may stand under `measure`; gives the settings of a plan. */
export const measureSchema = v.pipe(
  v.strictObject({
    functions: v.optional(flag),
    inlineFunctions: v.optional(flag),
    leaveOut: v.optional(v.strictObject({ functions: v.optional(parts), files: v.optional(parts) }), {}),
    openmp: v.optional(flag),
    limits: v.optional(v.strictObject({ process: v.optional(size), buffer: v.optional(size) }), {}),
    clocks: v.optional(v.picklist(['hosts', 'processes'], 'write hosts or processes')),
  }),
  v.transform(({ functions, inlineFunctions, leaveOut, openmp, limits, clocks }): PlanSettings => ({
    ...(functions === undefined ? {} : { functions }),
    ...(inlineFunctions === undefined ? {} : { inlineFunctions }),
    ...(leaveOut.functions === undefined ? {} : { leftOutFunctions: leaveOut.functions }),
    ...(leaveOut.files === undefined ? {} : { leftOutFiles: leaveOut.files }),
    ...(openmp === undefined ? {} : { adapters: openmp ? ['mpi', 'openmp'] : ['mpi'] }),
    ...(limits.process === undefined ? {} : { processLimit: limits.process }),
    ...(limits.buffer === undefined ? {} : { buffer: limits.buffer }),
    ...(clocks === undefined ? {} : { clocks }),
  })),
);

/** Where in `measure` each setting stands, for sentences. */
export const PLACES: Readonly<Record<Exclude<keyof PlanSettings, 'mode'>, string>> = {
  functions: 'functions',
  inlineFunctions: 'inlineFunctions',
  leftOutFunctions: 'leaveOut.functions',
  leftOutFiles: 'leaveOut.files',
  adapters: 'openmp',
  processLimit: 'limits.process',
  buffer: 'limits.buffer',
  clocks: 'clocks',
};
