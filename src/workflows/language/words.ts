/** Values of a step's arguments: as users write them, and once expressions are evaluated. */
import * as v from 'valibot';
import { record } from '../../base/schemas.js';
import { type Value, valueText } from '../../base/value.js';

/** Form of input for an argument: literal text, YAML such as `[make, check]`, or the id of an earlier step. */
export type FieldType = 'text' | 'yaml' | 'step';

/**
 * A kind of argument value. A text with an expression is allowed for any of them.
 * @typeParam T value that an action reads of it
 */
export interface Word<T> {
  /** Schema in a workflow file; its messages give the correct form. */
  readonly written: v.GenericSchema;
  /** Schema once expressions are evaluated: it is wider, since texts may represent numbers there. */
  readonly filled: v.GenericSchema<unknown, T>;
  /** Expected kind, for the message about an expression with another result. */
  readonly what: string;
  readonly form: FieldType;
  /** Whether its whole text is an expression, without braces. */
  readonly isExpression?: true;
}

/** @param message what to write instead of a text without an expression */
const expressionOr = (message: string) => v.pipe(v.string(message), v.regex(/\$\{\{/, message));

/** A name that expressions can use. */
export const nameText = v.pipe(
  v.string('write a name'),
  v.regex(/^[A-Za-z][\w-]{0,63}$/, 'write a name of letters, digits, "_" and "-" that begins with a letter'),
);
/** An expression without its braces. */
export const expressionText = v.pipe(
  v.string('write an expression such as "steps.ask.answer == \'yes\'"'),
  v.regex(/\S/, 'write an expression such as "steps.ask.answer == \'yes\'"'),
  v.description(
    "Numbers, 'texts', true, false, null, names with .member and [index], length(x), counted(4, 'rank'), parentheses and the operators ! * / % + - < <= > >= == != && ||; names begin with inputs, steps, matrix or loop.",
  ),
);
export const plainText = v.string('write a text');

const COUNT = 'write a whole number from 1, or ${{ an expression }}';
export const writtenCount = v.union(
  [v.pipe(v.number(), v.integer(COUNT), v.minValue(1, COUNT), v.maxValue(1_000_000, COUNT)), expressionOr(COUNT)],
  COUNT,
);
const TEXTS = 'write a list of texts, or ${{ an expression }}';
export const writtenTexts = v.union([v.array(plainText), expressionOr(TEXTS)], TEXTS);
export const writtenCommand = v.pipe(
  v.array(
    v.union([v.string(), v.pipe(v.number(), v.transform(String))], 'write each argument as a text'),
    'write the command as a list, such as [make, check]',
  ),
  v.minLength(1, 'write at least the program to start'),
  v.description('A program and its arguments, such as [make, check].'),
);
export const writtenVariables = record(
  v.string(),
  v.union([v.string(), v.number(), v.boolean()], 'write a text, such as "1"'),
);
export const writtenExperiments = v.union(
  [plainText, writtenTexts],
  'write an experiment, a list of them, or ${{ an expression }}',
);

const word = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
/** A list of texts; one text is a list of one. */
const words = v.union([
  v.array(word),
  v.pipe(
    word,
    v.transform((only) => [only]),
  ),
]);
const isData = v.custom<Value>((value) => value !== undefined);
const variablesFilled = record(v.string(), v.pipe(isData, v.transform(valueText)));

export const text: Word<string> = { written: plainText, filled: word, what: 'a text', form: 'text' };
export const name: Word<string> = { written: nameText, filled: word, what: 'a name', form: 'text' };
/** The id of a step that is done before. */
export const earlierStep: Word<string> = { ...name, what: 'the id of a step', form: 'step' };
export const expression: Word<string> = {
  written: expressionText,
  filled: word,
  what: 'an expression',
  form: 'text',
  isExpression: true,
};
export const count: Word<number> = {
  written: writtenCount,
  filled: v.pipe(v.number(), v.integer(), v.minValue(1)),
  what: 'a whole number from 1',
  form: 'yaml',
};
export const texts: Word<string[]> = { written: writtenTexts, filled: words, what: 'a list of texts', form: 'yaml' };
export const experiments: Word<string[]> = { ...texts, written: writtenExperiments };
export const variables: Word<Record<string, string>> = {
  written: writtenVariables,
  filled: variablesFilled,
  what: 'names with values',
  form: 'yaml',
};
export const command: Word<string[]> = {
  written: writtenCommand,
  filled: v.pipe(words, v.minLength(1)),
  what: 'a list of words, the program first',
  form: 'yaml',
};
/** One command, or several that follow each other. */
export const commands: Word<string[][]> = {
  written: v.union([writtenCommand, v.array(writtenCommand)], 'write the command as a list, such as [make, check]'),
  filled: v.union([
    v.array(v.array(word)),
    v.pipe(
      v.array(word),
      v.transform((one) => [one]),
    ),
  ]),
  what: 'a list of words, or several such lists',
  form: 'yaml',
};
/** Answers to choose from. */
export const choices: Word<string[]> = {
  written: v.pipe(v.array(plainText, 'write a list of answers'), v.minLength(1, 'write at least one answer')),
  filled: words,
  what: 'a list of answers',
  form: 'yaml',
};
/** @param most above which a number is a mistake */
export const wholeNumber = (least: number, most: number): Word<number> => ({
  written: v.pipe(
    v.number('write a whole number'),
    v.integer('write a whole number'),
    v.minValue(least, `write ${least} or more`),
    v.maxValue(most, `write at most ${most}`),
  ),
  filled: v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)),
  what: `a whole number from ${least} to ${most}`,
  form: 'yaml',
});
/** One of a few words; an empty text means none of them, so that inputs can leave it open. */
export const oneOf = <const T extends string>(all: readonly T[]): Word<T | undefined> => {
  const wanted = `write ${all.join(' or ')}`;
  return {
    written: v.union([v.picklist(all), expressionOr(wanted)], wanted),
    filled: v.union([
      v.picklist(all),
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
    ]),
    what: all.join(' or '),
    form: 'text',
  };
};
const LIST = 'write a list, or ${{ an expression }}';
/** Results of earlier steps, in a list. */
export const results: Word<Value[]> = {
  written: v.union([v.array(v.unknown()), expressionOr(LIST)], LIST),
  filled: v.array(isData),
  what: 'a list of results',
  form: 'yaml',
};
/** A time. */
export const seconds: Word<number> = {
  written: v.pipe(v.number('write a number of seconds'), v.finite(), v.minValue(1, 'write at least 1 second')),
  filled: v.number(),
  what: 'a number of seconds',
  form: 'yaml',
};
const VALUES = 'write a list of values, or ${{ an expression }}';
/** Names with the values that a matrix goes through. */
export const namedValues: Word<Record<string, Value>> = {
  written: v.pipe(
    record(nameText, v.union([v.array(v.unknown()), expressionOr(VALUES)], VALUES)),
    v.minEntries(1, 'write at least one name with its values'),
  ),
  filled: record(v.string(), isData),
  what: 'names with lists of values',
  form: 'yaml',
};
