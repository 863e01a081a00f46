/** Addresses that no rule can allow, and why. */
import { isInNet, readNet, type Net } from './addressBytes.ts';

function netsOf(...texts: string[]): Net[] {
  return texts.map((text) => {
    const net = readNet(text);
    if (net === null) throw new Error(`${text} is no range of addresses`);
    return net;
  });
}

/**
 * The IANA registries of special-purpose addresses (RFC 6890 and its successors), and cloud metadata services: AWS,
 * Google, Azure, Oracle, Alibaba. IPv6 forms that embed an IPv4 address would bypass a rule.
 */
const NEVER: readonly (readonly [what: string, nets: readonly Net[]])[] = [
  [
    'a metadata service of a cloud', netsOf(
      '169.254.169.254', '169.254.170.2', '169.254.170.23', '100.100.100.200', '168.63.129.16', '192.0.0.192',
      'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'
    ),
  ],
  ['a link-local address', netsOf('169.254.0.0/16', 'fe80::/10')],
  ['no address of one machine', netsOf('0.0.0.0/8', '::/128', '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8')],
  ['an address for special purposes', netsOf('192.0.0.0/24', '192.88.99.0/24', '100::/64', 'fec0::/10')],
  [
    'an IPv4 address inside an IPv6 address', netsOf(
      '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'
    ),
  ],
];

/** Bytes 8 to 11 of ISATAP (RFC 5214), whose last four are an IPv4 address, in any network. */
const ISATAP = ['0.0.94.254', '2.0.94.254'];
const LOOPBACK = netsOf('127.0.0.0/8', '::1');
const COMPATIBLE = netsOf('::/96');

export function isLoopbackAddress(bytes: readonly number[]): boolean {
  return LOOPBACK.some((net) => isInNet(bytes, net));
}

/** Returns what kind of address it is if no rule allows it, to follow "is"; null for all others. */
export function neverAllowed(bytes: readonly number[]): string | null {
  if (isLoopbackAddress(bytes)) return null;
  const found = NEVER.find(([, nets]) => nets.some((net) => isInNet(bytes, net)));
  if (found !== undefined) return found[0];
  const isInside = COMPATIBLE.some((net) => isInNet(bytes, net)) || ISATAP.includes(bytes.slice(8, 12).join('.'));
  return bytes.length === 16 && isInside ? 'an IPv4 address inside an IPv6 address' : null;
}
