/** Inputs of workflows as they are typed and offered: the same wherever a person is asked. */
export { inputText, isLike, readInput } from '../workflows/language/inputTexts.js';
