/** The texts of the language that belong together: a project's own, as editors have them, and the shipped ones. */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { ASL_FILE } from '../../asl/files.js';
import { classText, foundation, shippedPath, shippedTexts } from '../../asl/library.js';
import { OWN, ownTexts } from '../../asl/ownTexts.js';
import { importedTexts, importName } from '../../asl/imports.js';
import { type LanguageText, languageText } from '../../asl/language/languageText.js';
import { isParameters, PARAMETERS } from '../../asl/files.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { parsedOnce } from '../../asl/texts.js';
import type { Foundation } from '../../asl/types/check.js';
import { Environment } from '../../asl/types/environment.js';
import { isInside } from '../../base/files/inside.js';
import { TrimtabError } from '../../base/problem.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { uriToPath } from '../sources/paths.js';

/** A text and the document that it is. */
export interface ProjectText {
  readonly uri: string;
  readonly source: Source;
  /** Whether it is a built-in text of Trimtab, which cannot be edited. */
  readonly isShipped: boolean;
  /** Whether all texts build upon it anyway. */
  readonly isBase?: true;
}

/** One text of a project among the others. */
export interface TextInProject {
  readonly own: ProjectText;
  readonly others: readonly ProjectText[];
  readonly foundation: Foundation;
}

export const isAsl = (uri: string): boolean => uriToPath(uri)?.endsWith(ASL_FILE) === true;

/** Reports whether a document is a project's parameter file. */
export const isParameterFile = (uri: string): boolean => uriToPath(uri)?.endsWith(join(OWN, PARAMETERS)) === true;

export class ProjectTexts {
  /**
   * @param projects the folders of the window's projects
   * @param metrics what the shown run measured
   */
  constructor(
    private readonly open: Pick<TextDocuments<TextDocument>, 'get'>,
    private readonly projects: () => readonly string[],
    private readonly metrics: () => readonly MetricDefinition[],
  ) {}

  /** A document with what it can refer to; undefined where it is none of the language, or not open. */
  at(uri: string): TextInProject | undefined {
    const path = uriToPath(uri);
    const document = this.open.get(uri);
    if (path === undefined || document === undefined || !isAsl(uri)) return undefined;
    const own = { uri, source: { name: path, text: document.getText() }, isShipped: false };
    const around = this.around(path).filter((each) => each.uri !== uri);
    const all = [...around, ...this.importedBy(own.source, around)];
    return { own, others: all, foundation: this.foundationOf(all) };
  }

  /** A project's file of parameters that is open, with all that can be named in it; undefined where it is none. */
  parametersAt(uri: string): { readonly own: ProjectText; readonly environment: Environment } | undefined {
    const path = uriToPath(uri);
    const document = this.open.get(uri);
    if (path === undefined || document === undefined || !isParameterFile(uri)) return undefined;
    const { declarations, classes } = this.foundationOf(this.around(path));
    const own = { uri, source: { name: path, text: document.getText() }, isShipped: false };
    return { own, environment: new Environment(declarations, classes) };
  }

  /** Analyzes a text of a project, without the project's other texts. */
  analyzed({ own, others }: TextInProject): { readonly of: ProjectText; readonly text: LanguageText }[] {
    const all = [own, ...others];
    return all
      .filter(({ isShipped }) => !isShipped)
      .map((of) => ({
        of,
        text: languageText(of.source, this.foundationOf(all.filter((each) => each !== of))),
      }));
  }

  /** Returns the parameter files of the project of a text. */
  parameters(uri: string): Source[] {
    const path = uriToPath(uri);
    return path === undefined ? [] : ownTexts(projectOf(path, this.projects())).filter(isParameters);
  }

  private around(path: string): ProjectText[] {
    const project = projectOf(path, this.projects());
    const own = ownTexts(project)
      .filter((source) => !isParameters(source))
      .map((source): ProjectText => {
        const uri = pathToFileURL(join(project, source.name)).toString();
        const text = this.open.get(uri)?.getText();
        return { uri, source: text === undefined ? source : { name: source.name, text }, isShipped: false };
      });
    return [...own, ...shipped()];
  }

  /** Returns imported texts that are next to it and not among those of its project. */
  private importedBy(source: Source, around: readonly ProjectText[]): ProjectText[] {
    const known = new Set(around.map(({ uri }) => uri));
    return importedNextTo(source)
      .map((each): ProjectText => ({ uri: pathToFileURL(each.name).toString(), source: each, isShipped: false }))
      .filter(({ uri }) => !known.has(uri))
      .map((each) => ({
        ...each,
        source: { ...each.source, text: this.open.get(each.uri)?.getText() ?? each.source.text },
      }));
  }

  private foundationOf(others: readonly ProjectText[]): Foundation {
    const base = foundation(this.metrics());
    const declared = others.flatMap(({ source, isBase }) => (isBase === true ? [] : parsedOnce(source).declarations));
    const importable = new Set(others.map(({ source }) => importName(source)));
    return { ...base, importable, declarations: [...base.declarations, ...declared] };
  }
}

/** Returns the texts that a text imports; none if a file cannot be read, which its check reports. */
function importedNextTo(source: Source): Source[] {
  try {
    return importedTexts([source]).filter(({ name }) => name.includes('/') || name.includes('\\'));
  } catch (error) {
    if (error instanceof TrimtabError) return [];
    throw error;
  }
}

function shipped(): ProjectText[] {
  const text = (source: Source): ProjectText => ({
    ...{ uri: pathToFileURL(shippedPath(source.name)).toString(), source, isShipped: true },
  });
  known ??= [{ ...text(classText()), isBase: true }, ...shippedTexts().map(text)];
  return known;
}

/** The innermost project that a file lies in, else the one whose properties lie there, else its folder. */
function projectOf(path: string, projects: readonly string[]): string {
  const [innermost] = projects.filter((project) => isInside(project, path)).sort((a, b) => b.length - a.length);
  const folder = dirname(path);
  return innermost ?? (folder.endsWith(OWN) ? dirname(dirname(folder)) : folder);
}

/** Read once: they are part of the program. */
let known: ProjectText[] | undefined;
