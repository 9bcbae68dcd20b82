import { describe, expect, it } from 'vitest';
import { readsStandardInput } from '../../src/workflows/configuration/standardInput.js';

describe('readsStandardInput', () => {
  it.each([
    ['Fortran', '      read(*,*) n', true],
    ['Fortran', '  READ (5, nml=input)', true],
    ['Fortran', '  if (rank == 0) read *, n', true],
    ['Fortran', '  read (unit=*, fmt=*) n', true],
    ['Fortran', '  read (10, *) n ! not read(*,*)', false],
    ['Fortran', '  ! read(*,*) n', false],
    ['Fortran', "  print *, 'read(*,*)'", false],
    ['Fortran', '  read (15, *) n', false],
    ['C', 'if (scanf("%d", &n) != 1) return 1;', true],
    ['C', 'while (fgets(line, sizeof line, stdin) != NULL) {', true],
    ['C', 'fgets(line, 80, file); // not stdin', false],
    ['C', '/* scanf("%d", &n) */ sscanf(v[1], "%d", &n); fscanf(f, "%d", &n);', false],
    ['C++', 'std::cin >> n;', true],
    ['C++', 'while (std::getline(std::cin, line)) {', true],
    ['C++', 'stream >> n;', false],
  ] as const)('%s: %s', (language, text, reads) => {
    expect(readsStandardInput(text, language)).toBe(reads);
  });
});
