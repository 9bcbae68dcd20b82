import { parseArgs, type ParseArgsConfig } from 'node:util';
import { usageErrorOf } from './usageError.js';

/**
 * The words of a command line, options and others apart.
 * @param options as Node's parser of arguments takes them
 * @throws UsageError for an option that there is not, or that lacks its value
 */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usageErrorOf(error);
  }
}
