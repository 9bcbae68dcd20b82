/** Editor requests for texts of the language of problems (ASL): positions in, locations and words out. */
import { present } from '../../base/present.js';
import {
  CompletionItemKind,
  DiagnosticSeverity,
  DocumentSymbol,
  SemanticTokensBuilder,
  SymbolKind,
  type CodeLens,
  type CompletionItem,
  type Diagnostic,
  type FoldingRange,
  type Hover,
  type Location,
  type Position,
  type Range,
  type SemanticTokens,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Offer, type OfferKind, offersAt } from '../../asl/language/completion.js';
import { describe, namedDeclarations } from '../../asl/language/described.js';
import { formatted } from '../../asl/language/format.js';
import { type LanguageText, languageText, occurrenceAt } from '../../asl/language/languageText.js';
import { type Occurrence, occurrencesOf } from '../../asl/language/occurrences.js';
import { type OutlineEntry, outlineOf } from '../../asl/language/outline.js';
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from '../../asl/language/semanticTokens.js';
import { parameterOffers } from '../../asl/language/parameterOffers.js';
import { wordDoc } from '../../asl/language/words.js';
import { parse } from '../../asl/syntax/parse.js';
import { parameterValues } from '../../asl/parameterValues.js';
import type { Diagnostic as Found, Source } from '../../asl/syntax/diagnostics.js';
import type { Span } from '../../asl/syntax/position.js';
import { editorLine } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { Markdown } from '../../model/text/markdown.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { EVALUATE_PROPERTY_COMMAND, type PropertyTarget } from '../../protocol/properties.js';
import { contentOf } from '../languageFeatures.js';
import type { ProjectText, ProjectTexts, TextInProject } from './projectTexts.js';

export class AslLanguage {
  constructor(
    private readonly texts: ProjectTexts,
    private readonly metrics: () => readonly MetricDefinition[],
  ) {}

  /** The same sentences as `trimtab asl check`. */
  diagnostics(uri: string): Diagnostic[] {
    const values = this.texts.parametersAt(uri);
    if (values !== undefined) {
      const { diagnostics } = parameterValues(values.own.source, values.environment);
      return diagnostics.map((each) => shownDiagnostic(documentOf(values.own), each));
    }
    return this.with(uri, [], ({ document, text }) =>
      text.checked.diagnostics.map((each) => shownDiagnostic(document, each)),
    );
  }

  /** A lens over each property that leads to its evaluation. @param on the experiment that it is evaluated on */
  lenses(uri: string, on: string): CodeLens[] {
    return this.with(uri, [], ({ document, text }) =>
      text.checked.properties.map(({ name, span }) => {
        const target: PropertyTarget = { uri, property: name };
        const command = { title: editorLine(`Evaluate on ${on}`), command: EVALUATE_PROPERTY_COMMAND };
        return { range: rangeOf(document, span), command: { ...command, arguments: [target] } };
      }),
    );
  }

  /** The texts that a document belongs with, its own first. @throws TrimtabError where it is not open */
  textsAround(uri: string): Source[] {
    const project = this.texts.at(uri);
    if (project === undefined) throw new TrimtabError('The text of this property is not open any more.');
    const texts = [project.own, ...project.others.filter(({ isBase }) => isBase !== true)].map(({ source }) => source);
    return [...texts, ...this.texts.parameters(uri)];
  }

  outline(uri: string): DocumentSymbol[] {
    return this.with(uri, [], ({ document, text }) => {
      const symbol = ({ name, kind, detail, whole, children, ...span }: OutlineEntry): DocumentSymbol =>
        DocumentSymbol.create(
          ...([plainLine(name), detail, SYMBOLS[kind], rangeOf(document, whole), rangeOf(document, span)] as const),
          children.map(symbol),
        );
      return outlineOf(text.declarations).map(symbol);
    });
  }

  /** The edits that set blanks as they are usually set. */
  formatting(uri: string): TextEdit[] {
    return this.with(uri, [], ({ document }) => {
      const [text, other] = [document.getText(), formatted(document.getText())];
      return other === text ? [] : [{ range: rangeOf(document, { start: 0, end: text.length }), newText: other }];
    });
  }

  /** Returns the kind of each word. */
  colors(uri: string): SemanticTokens {
    return this.with(uri, { data: [] }, ({ document, text }) => {
      const builder = new SemanticTokensBuilder();
      for (const { start, end, type, modifiers } of semanticTokens(text)) {
        const { line, character } = document.positionAt(start);
        const bits = modifiers.reduce((sum, each) => sum | (1 << TOKEN_MODIFIERS.indexOf(each)), 0);
        builder.push(line, character, end - start, TOKEN_TYPES.indexOf(type), bits);
      }
      return builder.build();
    });
  }

  /** Declarations that take more than one line. */
  folding(uri: string): FoldingRange[] {
    return this.with(uri, [], ({ document, text }) =>
      text.declarations
        .map((span) => rangeOf(document, span))
        .filter(({ start, end }) => end.line > start.line)
        .map(({ start, end }) => ({ startLine: start.line, endLine: end.line })),
    );
  }

  completion(uri: string, position: Position): CompletionItem[] {
    const values = this.texts.parametersAt(uri);
    if (values !== undefined) {
      const { source } = values.own;
      return parameterOffers(source.text, documentOf(values.own).offsetAt(position), values.environment).map(itemOf);
    }
    const found = this.texts.at(uri);
    if (found === undefined) return [];
    const offset = documentOf(found.own).offsetAt(position);
    return offersAt(found.own.source, offset, found.foundation, this.metricsByName()).map(itemOf);
  }

  hover(uri: string, position: Position): Hover | null {
    return this.with(uri, null, ({ document, text, project }) => {
      const occurrence = occurrenceAt(text, document.offsetAt(position));
      const word = wordAt(document, position);
      const described =
        occurrence === undefined
          ? wordDoc(word.text)
          : describe(
              occurrence,
              text,
              namedDeclarations([...project.foundation.declarations, ...text.declarations]),
              this.metricsByName(),
            );
      if (described === undefined) return null;
      const told = typeof described === 'string' ? { code: word.text, text: described } : described;
      const code = Markdown.code(told.code);
      const value = told.text === undefined ? code : Markdown.of`${code}\n\n${plainLine(told.text)}`;
      const range = rangeOf(document, occurrence ?? word);
      return { contents: contentOf(value), range };
    });
  }

  definition(uri: string, position: Position): Location[] {
    return this.with(uri, [], ({ document, text, project }) => {
      const found = occurrenceAt(text, document.offsetAt(position));
      if (found === undefined) return [];
      const here = placesOf(found, text, project.own).filter(({ isDeclaration }) => isDeclaration);
      if (here.length > 0 || found.symbol.startsWith('local:')) return here.map(locationOf);
      return project.others.flatMap((of) => {
        const declared = occurrencesOf(of.source.text, parse(of.source.text).declarations, () => undefined);
        return declared
          .filter(({ symbol, isDeclaration }) => isDeclaration && symbol === found.symbol)
          .map((occurrence) => locationOf({ ...occurrence, of }));
      });
    });
  }

  references(uri: string, position: Position): Location[] {
    return this.places(uri, position).map(locationOf);
  }

  /** @throws TrimtabError where the name is not this project's, or the new one is none */
  rename(uri: string, position: Position, to: string): WorkspaceEdit | null {
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(to))
      throw new TrimtabError(`"${plainLine(to)}" is no name: use letters, digits and _.`);
    const places = this.places(uri, position);
    const [first] = places;
    if (first === undefined) return null;
    if (!places.some(({ isDeclaration }) => isDeclaration))
      throw new TrimtabError(`${first.name} is not declared in this project, so it keeps its name.`);
    const changes: Record<string, { range: Range; newText: string }[]> = {};
    for (const place of places)
      (changes[place.of.uri] ??= []).push({ range: rangeOf(documentOf(place.of), place), newText: to });
    return { changes };
  }

  /** All places of the name at a position, in all texts of the project. */
  private places(uri: string, position: Position): Place[] {
    return this.with(uri, [], ({ document, text, project }) => {
      const found = occurrenceAt(text, document.offsetAt(position));
      if (found === undefined) return [];
      if (found.symbol.startsWith('local:')) return placesOf(found, text, project.own);
      return this.texts.analyzed(project).flatMap(({ of, text: other }) => placesOf(found, other, of));
    });
  }

  private metricsByName(): ReadonlyMap<string, MetricDefinition> {
    return new Map(this.metrics().map((metric) => [metric.name, metric]));
  }

  private with<Result>(
    uri: string,
    otherwise: Result,
    answer: (asked: { document: TextDocument; text: LanguageText; project: TextInProject }) => Result,
  ): Result {
    const project = this.texts.at(uri);
    if (project === undefined) return otherwise;
    const text = languageText(project.own.source, project.foundation);
    return answer({ document: documentOf(project.own), text, project });
  }
}

/** A place of a name in one of the texts. */
type Place = Occurrence & { readonly of: ProjectText };

const placesOf = ({ symbol }: Occurrence, { occurrences }: LanguageText, of: ProjectText): Place[] =>
  occurrences.filter((each) => each.symbol === symbol).map((each) => ({ ...each, of }));

const documentOf = ({ uri, source }: ProjectText): TextDocument => TextDocument.create(uri, 'asl', 0, source.text);

const rangeOf = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

const shownDiagnostic = (document: TextDocument, { level, code, message, ...span }: Found): Diagnostic => ({
  ...{ range: rangeOf(document, span), code, source: 'Trimtab', message: plainLine(message) },
  severity: level === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
});

const locationOf = ({ of, ...span }: Place): Location => ({ uri: of.uri, range: rangeOf(documentOf(of), span) });

/** The word that a position is in or behind; empty where there is none. */
function wordAt(document: TextDocument, position: Position): Span & { readonly text: string } {
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(Math.max(0, offset - LONGEST_WORD), offset))?.[0] ?? '';
  const behind = /^[\p{L}\p{N}_]*/u.exec(text.slice(offset, offset + LONGEST_WORD))?.[0] ?? '';
  return { text: before + behind, start: offset - before.length, end: offset + behind.length };
}

const LONGEST_WORD = 100;

const SYMBOLS: Readonly<Record<OutlineEntry['kind'], SymbolKind>> = {
  property: SymbolKind.Property,
  pattern: SymbolKind.Event,
  class: SymbolKind.Class,
  template: SymbolKind.Interface,
  function: SymbolKind.Function,
  parameter: SymbolKind.Constant,
  value: SymbolKind.Variable,
};

const ITEMS: Readonly<Record<OfferKind, CompletionItemKind>> = {
  member: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  class: CompletionItemKind.Class,
  parameter: CompletionItemKind.Constant,
  property: CompletionItemKind.Property,
  clause: CompletionItemKind.Keyword,
  word: CompletionItemKind.Keyword,
};

function itemOf({ name, kind, detail, text, insert }: Offer): CompletionItem {
  return {
    ...{ label: name, kind: ITEMS[kind] },
    ...(detail === undefined ? {} : { detail: plainLine(detail) }),
    ...(text === undefined ? {} : { documentation: contentOf(Markdown.of`${plainLine(text)}`) }),
    ...present({ insertText: insert }),
  };
}
