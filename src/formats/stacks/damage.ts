/**
 * Thrown inside of readers where a file does not have the form it should, or more of something than is read. The message
 * is the end of a sentence that begins with the file's name: what is wrong, and what to do.
 */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}
