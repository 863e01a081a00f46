/** Tests the advice on a device that answers some requests of SNMP. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { withWalk } from './walks.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const ERROR = 'error collecting metric Desc{fqName: "snmp_error", help: "Error scraping target", constLabels: {module='
  + '"rack"}}: error walking target <pdu/host>: request timeout (after 2 retries)';
const module = (oid: string): string[] =>
  ['```yaml', 'modules:', '  rack:', '    walk:', `      - ${oid}`, '    timeout: 4s', '```'];
const FENCED = ['```', ERROR, '```'];

describe('a device that does not answer', () => {
  it('in the middle of a walk is reached, and its answer is too large or too slow', () => {
    const facts = of('The module:', ...module('1.3.6.1.2.1.2.2.1.2'), '', ...FENCED, 'tcpdump shows:', '```',
      '10:11:12.345 IP a.40000 > pdu.snmp:  GetBulk(33)  N=0 M=25 2.2.1.2.1007', '```');
    expect(facts).toContain('"error walking target <pdu/host>: request timeout (after 2 retries)"');
    expect(facts).toContain('the one in the text asks for what follows 2.2.1.2.1007, in the middle of the walk');
    expect(facts).toContain('max_repetitions (25 rows a request now) and raise the timeout of the module (4s now)');
    expect(facts).not.toContain('UDP port 161');
    expect(facts).not.toContain('generate snmp.yml');
  });

  it('answers snmpwalk', () => {
    const facts = of(...FENCED, '', '$ snmpwalk -v2c -c public pdu', '```',
      'SNMPv2-MIB::sysDescr.0 = STRING: a rack', '```');
    expect(facts).toContain('the text has rows that it returned, so its address and community are right');
  });

  it('with rows of the walk, which are no other OID', () => {
    const said = 'A device does not answer requests of SNMP in time: look at its address, UDP port 161, and others.';
    expect(withWalk(said, [...module('1.3.6.1.2.1.2.2.1.2'), '.1.3.6.1.2.1.2.2.1.2.2 = STRING: "eth0"'].join('\n')))
      .not.toContain('generate snmp.yml');
  });

  it('anything keeps the advice on how it is reached', () => {
    expect(of(...module('1.3.6.1.2.1.2.2.1.2'), '', ...FENCED)).toContain('UDP port 161');
  });

  it('is asked for an OID that lacks a part of the one in the text', () => {
    const said = 'A device does not answer requests of SNMP in time: look at its address, UDP port 161, and others.';
    expect(withWalk(said, ['1.3.6.1.2.1.9.1.1.1.1.7 is what I want', ...module('1.3.6.1.2.1.9.1.1.1.7'),
      'GetBulk(36) N=0 M=25 9.1.1.1.7.3'].join('\n'))).toContain('walks 1.3.6.1.2.1.9.1.1.1.7, but the text names '
      + '1.3.6.1.2.1.9.1.1.1.1.7, with one part more');
  });
});
