/** Says that a member of a cluster announces an address that its peers on other hosts do not reach. Pure; bounded. */
import { distinct } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const MAX_LINE = 2000;
const MAX_TOLD = 3;
const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}):(\d{2,5})`;
/** The characters between a key and its value, in logfmt and in JSON, also within another JSON line. */
const IS = String.raw`\\{0,3}"?[=:] ?\\{0,3}"?`;
/** An address under which a member is known to the others. */
const ANNOUNCED = new RegExp([
  String.raw`\bNotify(?:Join|Update|Leave)\b.{0,300}?\baddr${IS}${ADDRESS}`,
  String.raw`\baddr${IS}${ADDRESS}.{0,300}?\bNotify(?:Join|Update|Leave)\b`,
].join('|'));
/** Other addresses that a line of the cluster names as those of peers. */
const PEER = new RegExp([
  String.raw`\bpush\/pull sync with: ?\S{0,60} ?${ADDRESS}`, String.raw`\b(?:addr|peer)${IS}${ADDRESS}`,
  String.raw`\b(?:dial|failed to send).{0,60}?\btcp ${ADDRESS}`,
].join('|'), 'g');
const NODE = new RegExp(String.raw`\b(?:node|peer)${IS}([0-9A-HJKMNP-TV-Z]{26})\b`);
const OF_CLUSTER = new RegExp(String.raw`\bcomponent${IS}cluster\b|\bmemberlist\b`);
/** The network that Docker makes by default, in which addresses of several hosts are the same. */
const DEFAULT_BRIDGE = '172.17';
/** A connection that comes from the gateway of such a network, from outside of it. */
const GATEWAY = /\bStream connection from= ?(172\.(?:1[6-9]|2\d|3[01]))\.0\.1:\d/;
const networkOf = (host: string): string => host.split('.').slice(0, 2).join('.');
const REJOINED = /\bpeer rejoined\b/;

const placesOf = (groups: readonly (string | undefined)[]): { host: string; port: string }[] =>
  groups.flatMap((host, i) => {
    const port = groups[i + 1];
    return i % 2 === 0 && host !== undefined && port !== undefined ? [{ host, port }] : [];
  });

/** Returns which members announce such an address, and the setting for it; null without one beside other networks. */
export function bridgeAddresses(look: Look): string | null {
  const lines = distinct(look).map((line) => line.slice(0, MAX_LINE)).filter((line) => OF_CLUSTER.test(line));
  const bridges = new Set([DEFAULT_BRIDGE, ...lines.flatMap((line) => GATEWAY.exec(line)?.[1] ?? [])]);
  const isOfBridge = (host: string): boolean => bridges.has(networkOf(host));
  const announced = new Map<string, { port: string; node: string | undefined }>();
  const others = new Set<string>();
  for (const line of lines) {
    for (const { host, port } of placesOf((ANNOUNCED.exec(line) ?? []).slice(1)))
      if (isOfBridge(host)) announced.set(`${host}:${port}`, { port, node: NODE.exec(line)?.[1] });
    for (const found of line.matchAll(PEER)) for (const { host, port } of placesOf(found.slice(1)))
      if (!isOfBridge(host) && !/^(?:127\.|0\.0\.0\.0)/.test(host)) others.add(`${host}:${port}`);
  }
  const [first] = announced;
  const [other] = others;
  if (first === undefined || other === undefined) return null;
  const [address, { port, node }] = first;
  const named = [...announced.keys()].slice(0, MAX_TOLD).join(', ');
  const network = networkOf(address);
  const kind = network === DEFAULT_BRIDGE ? 'Docker’s default bridge network' : 'a bridge network of Docker';
  const who = announced.size > 1 ? `Members announce themselves as ${named}, addresses`
    : `${node === undefined ? 'A member' : `The member ${node}`} announces itself as ${address}, an address`;
  const rejoined = lines.filter((line) => REJOINED.test(line)).length;
  const again = rejoined === 0 ? ''
    : ` A peer joined again${rejoined === 1 ? '' : `, ${rejoined} times`} ("peer rejoined"), so it was lost before.`;
  return `${who} of ${kind} (${network}.0.0/16), while a peer is at ${other}: other hosts do not reach `
    + `it, or reach a container of their own there.${again} Start each instance with `
    + `--cluster.advertise-address=HOST:${port}, HOST being the address of its host, publish ${port} for both TCP and `
    + 'UDP, then watch alertmanager_cluster_members.';
}
