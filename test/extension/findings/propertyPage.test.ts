import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { findingRows } from '../../../src/extension/findings/findingRows.js';
import { pageOf } from '../../../src/extension/findings/propertyPage.js';
import { shownReport } from '../../../src/engine/wire/report.js';
import { ofLength } from '../../support/ofLength.js';
import { finding, report } from '../report.js';
import { shippedProperties } from '../../../src/properties/index.js';

describe('the page of a property', () => {
  it('is named after it, for findings and for rows', () => {
    expect(pageOf({ property: 'omp_ibarrier_wait' })).toBe('omp_ibarrier_wait/omp_ibarrier_wait.md');
    expect(pageOf({ property: 'mpi_lswo_same', page: 'mpi_latesender_wo' })).toBe(
      'mpi_latesender_wo/mpi_latesender_wo.md',
    );
  });

  it('is shared by metrics that belong together according to the engine', () => {
    const pages = ['delay_latesender_longterm', 'mpi_lswo_same', 'of_a_profile'].map(
      (property) =>
        elementAt(shownReport(report({ findings: [finding({ property })] }), shippedProperties).findings, 0).page,
    );
    expect(pages).toEqual(['delay', 'mpi_latesender_wo', 'of_a_profile']);
  });

  it('is the overview where nothing was chosen', () => {
    expect(pageOf(undefined)).toBe('overview.md');
  });

  it.each(['../../package', 'a/b', 'a\\b', '', '.', 'README', 'mpi_x.md', 'mpi x', 'file:///etc/passwd'])(
    'is none for the name "%s", which no page can have',
    (property) => {
      expect(pageOf({ property })).toBeUndefined();
      expect(pageOf({ property: 'mpi_latesender', page: property })).toBeUndefined();
    },
  );
});

describe('rows of findings', () => {
  it('offer the page of the property, its call paths and its parts, and nothing else does', () => {
    const part = {
      property: 'mpi_latesender_wo',
      title: 'Late Sender, Wrong Order',
      seconds: 0.5,
      severity: 0.05,
      explanation: 'In wrong order.',
      advice: 'Change the order.',
    };
    const [run, property] = ofLength(
      findingRows(shownReport(report({ findings: [finding({ parts: [part] })] }), shippedProperties)),
      2,
    );
    const path = elementAt(property.children, 0);
    expect(run.context).toBeUndefined();
    for (const row of [property, path]) {
      expect(row).toMatchObject({ context: 'property', property: 'mpi_latesender' });
      expect(pageOf(row)).toBe('mpi_latesender/mpi_latesender.md');
    }
    const offered = path.children.filter((row) => row.context === 'property');
    expect(offered.map((row) => [row.label, pageOf(row)])).toEqual([
      [part.title, 'mpi_latesender_wo/mpi_latesender_wo.md'],
    ]);
  });

  it('show the causes of the waiting, and lead to the page about delays', () => {
    const relax = { region: 'relax', place: { file: '/far/heat2d.c', line: 80 }, seconds: 0.85, share: 0.85 };
    const rootCauses = [
      {
        ...relax,
        callPath: [{ region: 'main' }, { region: 'relax' }],
        locations: [{ location: 3, name: 'MPI Rank 3', seconds: 0.85 }],
      },
    ];
    const rows = findingRows(shownReport(report({ findings: [finding({ rootCauses })] }), shippedProperties));
    const row = rows[1]?.children[0]?.children.find(({ label }) => label.includes('caused by'));
    expect(row).toMatchObject({
      label: '85.0 % caused by relax',
      description: 'heat2d.c:80 · MPI Rank 3',
    });
    expect(pageOf(row)).toBe('delay/delay.md');
  });
});
