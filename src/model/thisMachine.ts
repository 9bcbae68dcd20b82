/** The name, among targets, of the machine that Trimtab runs on: it needs no description. */
export const THIS_MACHINE = 'local';
