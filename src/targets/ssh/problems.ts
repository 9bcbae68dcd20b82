/** Error messages of ssh logins, as sentences. */

/** Whether a retry can help, and the message. */
export interface LoginProblem {
  readonly sentence: string;
  /** The network rather than the login: it may be back in a while. */
  readonly passing: boolean;
}

type Rule = readonly [pattern: RegExp, passing: boolean, sentence: (host: string) => string];

const rules: readonly Rule[] = [
  [
    // Message of the editor's askpass helper.
    /trimtab-askpass: closed without an answer/,
    false,
    (host) =>
      `The login to ${host} was given up: a question of ssh was closed without an answer; start again to be asked again.`,
  ],
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed|No .*host key is known/i,
    false,
    (host) => `The host key of ${host} is not the known one; log in once in a terminal (ssh ${host}) and check it.`,
  ],
  [
    /Permission denied|Too many authentication failures|No supported authentication methods/i,
    false,
    (host) =>
      `${host} refused the login; check user and key in ssh_config, or log in once in a terminal (ssh ${host}) if it asks for a password or code.`,
  ],
  [
    /Bad configuration option|bad configuration options|Can't open user config file|Bad owner or permissions/i,
    false,
    (host) => `ssh does not accept its configuration for ${host}; correct ssh_config.`,
  ],
  [
    /Could not resolve hostname/i,
    true,
    (host) => `The host ${host} is not known; correct "host" of the target, or check that the network is available.`,
  ],
  [
    /Connection refused|Connection timed out|Operation timed out|No route to host|Network is unreachable|Connection reset|Connection closed|kex_exchange_identification|banner exchange/i,
    true,
    (host) => `${host} does not answer; look whether the machine and the network (VPN) are up.`,
  ],
];

/** @param said what ssh printed on standard error */
export function loginProblem(host: string, said: string): LoginProblem {
  const rule = rules.find(([pattern]) => pattern.test(said));
  if (rule !== undefined) return { sentence: rule[2](host), passing: rule[1] };
  const last = said.trim().split('\n').at(-1) ?? '';
  return {
    sentence: `The connection to ${host} could not be made${last === '' ? '' : ` (${last.trim()})`}; try "ssh ${host}" in a terminal.`,
    passing: true,
  };
}
