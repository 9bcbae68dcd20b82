import type { DocumentFilter } from 'vscode';

/** Language ids under which VS Code or well-known extensions open the sources Trimtab marks. */
const languages = [
  'c',
  'cpp',
  'cuda-cpp',
  'fortran',
  'fortran-modern',
  'fortran_fixed-form',
  'FortranFreeForm',
  'FortranFixedForm',
  'python',
];

/** The same sources by name, for files opened under any other language id, such as plain text. */
const pattern =
  '**/*.{c,C,cc,cpp,cxx,c++,h,H,hh,hpp,hxx,cu,f,F,for,FOR,f77,F77,f90,F90,f95,F95,f03,F03,f08,F08,f18,F18,py}';

/** The sources that are sent to the engine: files on disk only. */
export const documentSelector = [
  ...languages.map((language) => ({ scheme: 'file', language })),
  { scheme: 'file', pattern },
] satisfies readonly DocumentFilter[];

/** Properties in ASL, for which the engine provides language features, and a project's values of their parameters. */
export const propertySelector = [
  { scheme: 'file', language: 'asl' },
  { scheme: 'file', pattern: '**/.trimtab/properties/parameters.yaml' },
] satisfies readonly DocumentFilter[];

/** Workflow files, whose errors the engine reports during editing. */
export const workflowSelector = [
  { scheme: 'file', pattern: '**/*.trimtab-workflow.yaml' },
] satisfies readonly DocumentFilter[];
