/** Databases of HPCToolkit from before 2022.10, and measurements of which no database was made yet. */

/** The document type is in front of the element, and long. */
const EXPERIMENT = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!DOCTYPE\s+HPCToolkitExperiment\b|<HPCToolkitExperiment[\s>])/;
/** Values by metric, and the values, contexts and traces of 2021 and 2022. */
const OLD_FILES = 'HPCPROF-';
const MEASUREMENTS = 'HPCRUN-';

const OLD = 'a database of HPCToolkit from before 2022.10';
const RAW = 'a file of measurements of HPCToolkit';

export const hpctoolkitForm = {
  formOf(head: Uint8Array): string | undefined {
    const text = Buffer.from(head).toString('latin1');
    if (EXPERIMENT.test(text) || text.startsWith(OLD_FILES)) return OLD;
    return text.startsWith(MEASUREMENTS) ? RAW : undefined;
  },
  sentence(path: string, form: string): string {
    return form === OLD
      ? `${path} belongs to ${OLD}. Databases of 2022.10 and newer are read. Run hpcprof of a newer version on the measurements ("hpcprof hpctoolkit-PROGRAM-measurements"), and open the new database.`
      : `${path} is ${RAW}, not a database. Run "hpcprof" on its folder, and open the database that it writes.`;
  },
};
