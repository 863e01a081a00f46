import { fail, ok, type Result } from '../../../core/result.ts';
import { addressBytes, isInNet, readNet, type Net } from './addressBytes.ts';
import { isLoopbackAddress, neverAllowed } from './addressKinds.ts';

/** One item of `add_targets: allow`: hosts, and their ports; `ports` null: all. */
export interface AllowRule {
  /** As written in the configuration. */
  text: string;
  hosts: { kind: 'loopback' } | { kind: 'net'; net: Net } | { kind: 'name'; name: string; below: boolean };
  ports: { first: number; last: number } | null;
}

export const LOOPBACK_RULE: AllowRule = { text: 'localhost', hosts: { kind: 'loopback' }, ports: null };

const FORM = new RegExp(
  String.raw`^(?:\[([\da-fA-F:./]+)\]|([^:[\]]+)|([\da-fA-F:.]*:[\da-fA-F:.]*:[\da-fA-F:./]*))`
    + String.raw`(?::(\d{1,5})(?:-(\d{1,5}))?)?$`
);
const NAME = /^(?:\*\.)?[a-z\d_](?:[a-z\d_.-]{0,250}[a-z\d_])?$/;
/** Names of cloud metadata services, which hand out credentials. */
const METADATA_NAMES = /^(?:metadata(?:\.goog|\..*internal)?|instance-data(?:\..*)?)$/;

/**
 * Reads `HOST`, `HOST:PORT` or `HOST:FIRST-LAST`, where HOST is `localhost`, an address, a range (`10.0.0.0/8`,
 * `[fd00::/8]`), a name, or `*.` and a name for all its subdomains. The message is the end of a sentence.
 */
export function readAllowRule(text: string): Result<AllowRule> {
  const [, bracketed, plain, bare, from, to] = FORM.exec(text) ?? [];
  const host = (bracketed ?? plain ?? bare ?? '').toLowerCase();
  const ports = from === undefined ? null : { first: Number(from), last: Number(to ?? from) };
  if (ports !== null && !(ports.first >= 1 && ports.first <= ports.last && ports.last <= 65_535))
    return fail('bad_data', 'has no port, nor a range of ports, from 1 to 65535');
  if (host === 'localhost') return ok({ text, hosts: { kind: 'loopback' }, ports });
  const net = readNet(host);
  if (net !== null) {
    const never = net.bits >= 8 ? neverAllowed(net.bytes) : null;
    return never === null ? ok({ text, hosts: { kind: 'net', net }, ports }) : fail('bad_data', `is ${never}`);
  }
  if (!NAME.test(host) || host.includes('..') || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host)) return fail(
    'bad_data', 'is no host, address or range; write e.g. 10.1.0.0/16:9090, prometheus:9090 or "*.example.org"'
  );
  const below = host.startsWith('*.');
  return ok({ text, hosts: { kind: 'name', name: host.replace(/^\*\./, ''), below }, ports });
}

export interface HostPort { host: string; port: number }

/** Returns why a host cannot be added whatever its addresses are; null if it depends on them. */
export function hostRefusal({ host, port }: HostPort, rules: readonly AllowRule[]): string | null {
  if (METADATA_NAMES.test(host)) return `${host} is the name of a metadata service of a cloud, which is never added.`;
  const bytes = addressBytes(host);
  if (bytes !== null) return addressRefusal({ host, port }, host, rules);
  const open = rules.filter((rule) => isPort(port, rule));
  return open.some(({ hosts }) => mayHoldName(host, hosts)) ? null
    : notAllowed({ host, port }, host, rules);
}

/** Returns why a host cannot be added at one of its addresses; null if connecting is allowed. */
export function addressRefusal(at: HostPort, address: string, rules: readonly AllowRule[]): string | null {
  const bytes = addressBytes(address);
  const named = at.host === address ? address : `${at.host} is at ${address}, which`;
  if (bytes === null) return `${named} is no address that is added.`;
  const never = neverAllowed(bytes);
  if (never !== null) return `${named} is ${never}, which is never added.`;
  const isLoopback = isLoopbackAddress(bytes);
  // Foreign names that resolve to loopback are how hostile pages reach local services.
  if (isLoopback && at.host !== address && at.host !== 'localhost')
    return `${named} is this machine; write http://localhost:${at.port} if that is meant.`;
  const isOpen = rules.some((rule) => {
    const { hosts } = rule;
    if (!isPort(at.port, rule)) return false;
    switch (hosts.kind) {
      case 'loopback': return isLoopback;
      case 'net': return isInNet(bytes, hosts.net) && (!isLoopback || isLoopbackNet(hosts.net));
      case 'name': return !isLoopback && matchesName(at.host, hosts);
    }
  });
  return isOpen ? null : notAllowed(at, address, rules);
}

/** `0.0.0.0/0` does not include this machine. */
function isLoopbackNet({ bytes, bits }: Net): boolean {
  return bits >= 8 && isLoopbackAddress(bytes);
}

function isPort(port: number, { ports }: AllowRule): boolean {
  return ports === null || (port >= ports.first && port <= ports.last);
}

/**
 * Returns whether the addresses of a name could be allowed. Only then is it resolved: a DNS query tells others what is
 * requested here. Names other than localhost are never allowed on loopback.
 */
function mayHoldName(host: string, hosts: AllowRule['hosts']): boolean {
  switch (hosts.kind) {
    case 'loopback': return host === 'localhost';
    case 'net': return host === 'localhost' || !isLoopbackNet(hosts.net);
    case 'name': return matchesName(host, hosts);
  }
}

function matchesName(host: string, { name, below }: Extract<AllowRule['hosts'], { kind: 'name' }>): boolean {
  return below ? host.endsWith(`.${name}`) : host === name;
}

/** Returns the message: what fails, why, and what to write. */
function notAllowed({ host, port }: HostPort, address: string, rules: readonly AllowRule[]): string {
  const shown = (text: string): string => (text.includes(':') ? `[${text}]` : text);
  const at = host === address ? `${shown(host)}:${port}` : `${host}:${port} (${address})`;
  const why = rules.length === 0 ? 'adding targets is off here' : 'no rule allows it';
  return `${at} cannot be added: ${why}. In the configuration file, write `
    + `add_targets: {allow: ["${shown(address)}:${port}"]}${rules.length === 0 ? '' : ' (and what it allows now)'}, `
    + 'then reload it.';
}
