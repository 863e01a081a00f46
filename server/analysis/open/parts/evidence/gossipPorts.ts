/** Tells that the peers of a cluster are named with the port of another listener than that of the gossip. Pure. */

/** Facts on a member that does not reach the others. */
const NOT_JOINED = /invalid msgType|[Ff]ailed to join|could not join|join(?:ing)? (?:the )?(?:cluster|gossip)/;
const ADDRESS = String.raw`["']?(?:[\w.\-[\]:*]{0,253}:)?(\d{2,5})(?![\w.:])`;
/** The listeners of HTTP and gRPC, as flags and as keys. */
const OTHER = new RegExp(
  String.raw`(?<![\w.])(?:--?)?((?:server[.])?(?:http|grpc)[_-]listen[_-]port|web\.listen-address)["']?(?:: {0,4}|=| )${
    ADDRESS}`, 'g');
const GOSSIP = new RegExp(
  String.raw`(?<![\w.])(?:--?)?(cluster_bind_address|(?:alertmanager\.)?cluster[.-](?:listen|bind)-address|bind_port`
    + String.raw`|memberlist\.bind-port)["']?(?:: {0,4}|=| )${ADDRESS}`, 'g');
const PEER = /(?:cluster\.peers?|memberlist\.join)(?:=| )["']?[\w.-]{1,253}:(\d{2,5})\b/g;
/** A list of peers in YAML, one a line. */
const LIST = new RegExp(/^[ \t]{0,40}(?:peers|join_members|join):[ \t]*\n/.source
  + /((?:[ \t]{0,40}- ["']?[\w.-]{1,253}:\d{2,5}["']?[ \t]*\n?){1,20})/.source, 'gm');
const MAX_CHARS = 64 * 1024;

const portsIn = (text: string, pattern: RegExp): Map<string, string> =>
  new Map([...text.matchAll(pattern)].map(([, name = '', port = '']): [string, string] => [port, name]));

/** Returns the port that the peers have, that of the gossip, and whose the first is; null unless the text shows all. */
export function gossipPorts(facts: string, text: string): string | null {
  if (!NOT_JOINED.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const gossip = portsIn(head, GOSSIP);
  const others = portsIn(head, OTHER);
  const listed = [...head.matchAll(LIST)].flatMap(([, rows = '']) => [...rows.matchAll(/:(\d{2,5})\b/g)]);
  const peers = new Set([...head.matchAll(PEER), ...listed].map(([, port = '']) => port));
  const own = [...gossip].at(0);
  const port = [...peers].at(0);
  if (own === undefined || port === undefined || gossip.size > 1 || peers.size > 1 || port === own[0]) return null;
  const name = others.get(port);
  return name === undefined ? null : `In the text, the peers have the port ${port}, which is that of ${name}, but the `
    + `cluster listens on ${own[0]} (${own[1]}): name the peers with ${own[0]}.`;
}
