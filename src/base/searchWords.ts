/** The words of what a person typed into a search, in small letters; what is searched has to be so too. */
export function searchWords(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
