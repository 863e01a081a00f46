/** Explains timeouts whose words say no more: of a request, of one to its own host, or of other work. Pure. */

/** Says no cause: it is left out next to any other finding, of which the wait is mostly a consequence. */
export const WAITED = 'It waited longer than its timeout: see how long what it waited for takes, and how loaded that '
  + 'is.';
const WAITED_FOR_HOST = 'It waited longer than its timeout: see whether what it asked can be reached, and how loaded '
  + 'that is.';
const WAITED_LOCALLY = 'It waited longer than its timeout for an address of its own host, so the network is not the '
  + 'cause: see how long that takes to answer (curl) and how loaded it is, or raise the timeout.';
const WAITS: readonly string[] = [WAITED, WAITED_FOR_HOST, WAITED_LOCALLY];
/** Marks of a request to another program; the query of a server has none. */
const ASKS = new RegExp([
  /\b(?:https?|grpc|tcp|udp):\/\/|\b(?:dial|read|write|lookup) (?:tcp|udp|\S{1,253} on )|\brpc error\b/,
  /\b(?:Get|Post|Put|Head|Delete) \\?"|i\/o timeout|Client\.Timeout|\bconnect(?:ion|ing)?\b/,
].map(({ source }) => source).join('|'));
const ADDRESS = /\bhttps?:\/\/(\[[\da-f:]{2,40}\]|[\w.-]{1,253})/gi;
const IS_LOCAL = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/** Returns what a timeout means: of a request by the network, of one to its own host, or of other work. */
export function waitMeaning(text: string): string {
  if (!ASKS.test(text)) return WAITED;
  const hosts = [...text.matchAll(ADDRESS)].map(([, host = '']) => host);
  return hosts.length > 0 && hosts.every((host) => IS_LOCAL.test(host)) ? WAITED_LOCALLY : WAITED_FOR_HOST;
}

/** Whether a sentence is the meaning of a timeout, which is none next to another finding. */
export const isWait = (sentence: string): boolean => WAITS.includes(sentence);

/** Removes the meaning of a timeout from facts that stand next to another finding. */
export const withoutWait = (facts: string | null): string | null =>
  (facts === null ? null : WAITS.reduce((left, one) => left.replaceAll(one, ''), facts).replace(/ {2,}/g, ' ').trim());
