import { present } from '../../../base/present.js';
import { shippedTexts } from '../../../asl/library.js';
import { ownTexts } from '../../../asl/ownTexts.js';
import { TrimtabError } from '../../../base/problem.js';
import { plainLines, plainName } from '../../../base/plainText.js';
import { counted } from '../../../base/text.js';
import { nearestWord } from '../../../model/text/nearest.js';
import { pageText } from '../../../properties/pages.js';
import { type PropertyDeclaration, shippedProperties } from '../../../properties/index.js';
import { ownPage } from '../../asl/ownPage.js';
import type { AskedExperiments } from '../asked.js';
import { pageOf } from '../page.js';
import type { Answer } from '../fields.js';
import type { Ask } from '../tools.js';

/** Explains a property, or lists the properties. */
export async function explainProperty(ask: Ask<'explain_property'>, asked: AskedExperiments): Promise<Answer> {
  const { property } = ask;
  if (property === undefined) return allProperties(ask);
  const wanted = property.trim().toLowerCase();
  const found = shippedProperties.metrics.find(
    ({ name, title }) => name.toLowerCase() === wanted || title.toLowerCase() === wanted,
  );
  const declared = found === undefined ? undefined : shippedProperties.get(found.name);
  if (declared !== undefined) return shippedAnswer(declared);
  const text = shippedProperties.isExplained(wanted) ? pageText(shippedProperties.pageOf(wanted)) : undefined;
  if (text !== undefined)
    return {
      summary: 'A property explained on the page of a group.',
      content: { property: wanted, text },
      isOwn: true,
    };
  return textAnswer(property, await projectTexts(ask.experiment, asked));
}

function allProperties(ask: Ask<'explain_property'>): Answer {
  const { rows, page } = pageOf(shippedProperties.metrics, ask, ({ name, title, parent, unit, description }) => ({
    ...{ property: name, title, unit, description },
    ...present({ parent }),
  }));
  const summary = `${counted(shippedProperties.metrics.length, 'property', 'properties')} are known; a project can define more.`;
  return { summary, content: { page, rows }, isOwn: true };
}

function shippedAnswer({ name, title, unit, parent, description, finding }: PropertyDeclaration): Answer {
  const text = pageText(shippedProperties.pageOf(name));
  const content = {
    ...{ property: name, title, unit, description },
    ...present({ partOf: parent }),
    ...(finding === undefined ? {} : { explanation: finding.explanation, advice: finding.advice }),
    ...(finding?.confidence === undefined ? {} : { confidencePercent: 100 * finding.confidence }),
    ...present({ text }),
  };
  return { summary: `${title}: ${description}.`, content, isOwn: true };
}

/** The texts in which a property of the project may be; those of Trimtab count where there is no project. */
async function projectTexts(called: string | undefined, asked: AskedExperiments): Promise<ReturnType<typeof ownTexts>> {
  const projects = called === undefined ? await asked.projects() : [await asked.projectOf(await asked.get(called))];
  return [...projects.flatMap((project) => (project === undefined ? [] : ownTexts(project))), ...shippedTexts()];
}

/** A property that is written in ASL: its text is of Trimtab or of the project's people. */
function textAnswer(property: string, texts: ReturnType<typeof ownTexts>): Answer {
  const text = ownPage(property, texts);
  if (text !== undefined)
    return {
      summary: 'A property defined in ASL.',
      content: { property: plainName(property), text: plainLines(text.toString()) },
    };
  const words = shippedProperties.metrics.flatMap(({ name, title }) => [name, title]);
  const meant = nearestWord(property, words);
  const hint = meant === undefined ? 'explain_property without a property lists them' : `did you mean "${meant}"?`;
  throw new TrimtabError(`There is no property "${plainName(property)}"; ${hint}`);
}
