/** Messages between the askpass helper and the extension over their socket: a line of JSON each way. */
import * as v from 'valibot';

/** Variables with the address of the socket for the helper. */
export const variables = {
  socket: 'TRIMTAB_ASKPASS_SOCKET',
  node: 'TRIMTAB_ASKPASS_NODE',
  helper: 'TRIMTAB_ASKPASS_HELPER',
} as const;

/** A question of ssh. */
export interface Question {
  /** As ssh puts it. */
  readonly prompt: string;
  /** `secret`: a password, passphrase or code; `confirm`: yes or no. */
  readonly kind: 'secret' | 'confirm';
  /** Process that asks; once a question is closed unanswered, it is asked no other. */
  readonly process: number;
}

const question = v.object({
  prompt: v.string(),
  kind: v.picklist(['secret', 'confirm']),
  process: v.pipe(v.number(), v.integer()),
});
const answer = v.object({ answer: v.nullable(v.string()) });

/** @returns undefined when it is none */
export function readQuestion(line: string): Question | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), question), line);
  return result.success ? result.output : undefined;
}

/** @returns undefined when the question was closed unanswered, or this is no answer */
export function readAnswer(line: string): string | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), line);
  return result.success ? (result.output.answer ?? undefined) : undefined;
}

/**
 * Returns the kind of answer that ssh expects. For some questions ssh passes it (SSH_ASKPASS_PROMPT of OpenSSH 8.4),
 * but not for the one about an unknown host's key.
 */
export function kindOf(prompt: string, hint: string | undefined): Question['kind'] {
  return hint === 'confirm' || /\(yes\/no(\/\[fingerprint\])?\)\?/.test(prompt) ? 'confirm' : 'secret';
}
