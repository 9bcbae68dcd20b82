import { l10n } from 'vscode';
import { counted, duration, fileName, percent, plainLine } from '../../base/text.js';
import type { EntityPlace, EntitySummary } from '../../model/findings/findings.js';
import type { ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';
import { placeCommand } from './placeCommand.js';

/** The tree of what the program names itself: by name, attributes, and where the work is done; nothing where it names nothing. */
export function entityRows({ entities = [] }: Pick<ShownReport, 'entities'>): readonly Row[] {
  if (entities.length === 0) return [];
  const names = namesOf(entities);
  const share = entities.reduce((sum, entity) => sum + entity.share, 0);
  return [
    {
      id: 'entities',
      label: l10n.t('Entities'),
      description: l10n.t('{0} of the time · {1}', percent(share), counted(names.length, 'name')),
      tooltip: l10n.t('Time by the objects that the program names, across code and threads'),
      icon: { id: 'symbol-class' },
      children: names.map(([name, same]) => nameRow(name, same)),
    },
  ];
}

function namesOf(entities: readonly EntitySummary[]): readonly [string, readonly EntitySummary[]][] {
  const names = new Map<string, EntitySummary[]>();
  for (const entity of entities) {
    const same = names.get(entity.name);
    if (same === undefined) names.set(entity.name, [entity]);
    else same.push(entity);
  }
  const secondsOf = (same: readonly EntitySummary[]): number => same.reduce((sum, { seconds }) => sum + seconds, 0);
  return [...names].sort(([, a], [, b]) => secondsOf(b) - secondsOf(a));
}

function nameRow(name: string, same: readonly EntitySummary[]): Row {
  const [first, ...others] = same;
  const id = `entity:${name}`;
  if (first !== undefined && others.length === 0) return entityRow(first, id, labelOf(first));
  const seconds = same.reduce((sum, entity) => sum + entity.seconds, 0);
  const share = same.reduce((sum, entity) => sum + entity.share, 0);
  const label = plainLine(name);
  return {
    id,
    label,
    description: `${percent(share)} · ${duration(seconds)}`,
    spoken: l10n.t('{0}, {1}, {2}, {3} of this name', label, percent(share), duration(seconds), same.length),
    icon: { id: 'symbol-class' },
    children: same.map((entity) =>
      entityRow(
        entity,
        `${id}/${entity.attributes ?? ''}`,
        plainLine(entity.attributes ?? l10n.t('without attributes')),
      ),
    ),
  };
}

function labelOf({ name, attributes }: EntitySummary): string {
  return plainLine(attributes === undefined ? name : `${name} (${attributes})`);
}

function entityRow(entity: EntitySummary, id: string, label: string): Row {
  const { seconds, share, visits, properties, places, locations } = entity;
  const times = counted(visits, 'time');
  const waits = properties.map(({ title, severity }) => `${plainLine(title)} ${percent(severity)}`);
  return {
    id,
    label,
    description: [`${percent(share)} · ${duration(seconds)}`, times, ...waits.slice(0, 1)].join(' · '),
    tooltip: [
      labelOf(entity),
      l10n.t("{0}, {1} of the program's time, begun {2}", duration(seconds), percent(share), times),
      ...waits,
      `on ${locations.map((location) => `${plainLine(location.name)} ${duration(location.seconds)}`).join(', ')}`,
    ].join('\n'),
    spoken: [label, percent(share), duration(seconds), times, ...waits].join(', '),
    icon: { id: 'symbol-misc' },
    children: places.map((place, index) => placeRow(place, seconds, `${id}/${index}`)),
  };
}

function placeRow({ callPath, place, seconds }: EntityPlace, whole: number, id: string): Row {
  const path = callPath.map(({ region }) => plainLine(region));
  const where = place === undefined ? undefined : `${plainLine(fileName(place.file))}:${place.line}`;
  const label = path.slice(-3, -1).join(' › ');
  const part = whole > 0 ? seconds / whole : 0;
  return {
    id,
    label: label === '' ? l10n.t('the whole program') : label,
    description: [l10n.t('{0} of it', percent(part)), ...(where === undefined ? [] : [where])].join(' · '),
    tooltip: l10n.t("{0}\n{1}, {2} of the entity's time", path.join(' › '), duration(seconds), percent(part)),
    icon: { id: 'symbol-method' },
    ...placeCommand('time', callPath, place),
    children: [],
  };
}
