/** Thrown inside the reader when bytes do not have the form they should; turned into a problem or a TrimtabError. */
export class DamagedCube extends Error {
  override readonly name = 'DamagedCube';
}
