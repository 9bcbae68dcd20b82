/** The rules of language for texts that people read: words that have a standard term, spelling, and long sentences. */

/** @typedef {{ readonly rule: string, readonly found: string, readonly instead: string }} Fault */

/** @type {readonly (readonly [pattern: RegExp, instead: string])[]} what is not written, and what is */
const WORDS = [
  [/\bwhat (?:measuring|recording) (?:takes|took|costs?)\b/gi, 'measurement overhead'],
  [/\bby (?:itself|themselves)\b/gi, 'exclusive; automatically; alone'],
  [/\bwith what (?:it|they) calls?\b/gi, 'inclusive'],
  [/\bbeside(?:s| each other)?\b/gi, 'side by side; in parallel; next to; in addition to'],
  [/\bas it is\b/gi, 'uninstrumented, unmodified'],
  [/\b(?:speaks?|spoken|spoke|speaking) to\b/gi, 'control channel; connect to'],
  [/\b(?:left|leaves?|leaving) out\b/gi, 'excluded, filtered'],
  [/\b(?:told|tells?|telling) apart\b/gi, 'distinguish'],
  [/\b(?:tells?|told|telling)\b/gi, 'show, print, report, list'],
  [/\b(?:says?|said|saying)\b/gi, 'show, print, report, contain'],
  [/\b(?:stands?|stood|standing)\b/gi, 'is at, is in'],
  [/\b(?:is|are|was|were) (?:not |no longer )?there\b/gi, 'exists, is available'],
  [/\b(?:goes?|went|gone|going) on\b/gi, 'continue'],
  [/\banew\b/gi, 'again, rebuilt, recreated'],
  [/\bof (?:its|one's|their|your) own\b/gi, 'custom, user-defined, separate'],
  [/\bthe room\b|\broom for\b/gi, 'memory, space'],
  [/\bways? out\b/gi, 'exits'],
  [/\bnumbers of ranks\b/gi, 'rank counts'],
  [/\b(?:takes?|took) time\b/gi, 'costs; lasts'],
  [/\bgrows? like what\b/gi, 'scaling model'],
  [/\bstrangers?\b|\bfrom elsewhere\b/gi, 'untrusted; external'],
  [/\b(?:hands?|handed) in\b/gi, 'submit'],
  [/\b(?:takes?|taken|took) away\b|\b(?:gives?|given|gave) back\b/gi, 'remove; release'],
  [/\black(?:s|ed)?\b/gi, 'has no; is missing'],
  [/\bdoubt(?:s|ful)?\b/gi, 'warning: …; unreliable because …'],
  [/\bmend(?:s|ed)?\b/gi, 'fix'],
  [/\b(?:whoever|somebody|nobody)\b/gi, 'name the program or the person'],
];

/** British spellings by their beginnings, of which American texts write others. */
const SPELLING =
  /\b(?:analys(?:e|ed|er|ing)|behaviour\w*|colour\w*|neighbour\w*|favour\w*|centre\w*|grey\w*|(?:recogni|summari|normali|synchroni|optimi|organi|initiali|seriali|visuali|prioriti|paralleli|minimi|maximi|utili|generali|speciali)s(?:e|ed|es|er|ing|ation|ations))\b/gi;

const MOST_WORDS = 25;

/**
 * The faults of a text, apart from names of options in it.
 * @param {string} written sentences of prose, without code
 * @returns {Fault[]}
 */
export function faultsOf(written) {
  const text = written.replace(/(?<![\w-])--[a-z][\w-]*/g, '--option');
  /** @type {Fault[]} */
  const faults = [];
  for (const [pattern, instead] of WORDS)
    for (const [found] of text.matchAll(pattern)) faults.push({ rule: 'word', found, instead });
  for (const [found] of text.matchAll(SPELLING)) faults.push({ rule: 'spelling', found, instead: 'American spelling' });
  for (const sentence of sentencesOf(text)) {
    // The page What If has this name.
    if (/^(?:What(?! If\b)|Where) (?!.*\?$)/.test(sentence))
      faults.push({ rule: 'beginning', found: sentence, instead: 'no sentence begins with What or Where' });
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (words > MOST_WORDS)
      faults.push({ rule: 'length', found: sentence, instead: `at most ${MOST_WORDS} words, not ${words}` });
  }
  return faults;
}

/** Entries of a help are indented by two blanks, their further lines by more. @param {string} text */
export function sentencesOf(text) {
  return text
    .split(/(?<=[.!?])["')\]]?\s+(?=["'([*_]*[\p{Lu}\p{N}…])|\n{2,}|\n {2}(?=\S)|[;:]\s+/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
