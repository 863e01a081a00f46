/** Tests what is told of failed tests of rules. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const set = (labels: string, notes = ''): string[] => [
  `              Labels:{${labels}}`, `              Annotations:{${notes}}`,
];
const alert = (time: string, exp: readonly string[], got: readonly string[]): string[] => {
  const side = (sets: readonly string[]): string[] => (sets.length === 0 ? ['[]']
    : ['[', '            0:', ...sets, '            ]']);
  const [first = '', ...rest] = side(exp);
  const [second = '', ...others] = side(got);
  return [
    `    alertname: HighLoad, time: ${time}, `, `        exp:${first}${rest.length === 0 ? ', ' : ''}`,
    ...rest.map((line, i) => (i === rest.length - 1 ? `${line}, ` : line)), `        got:${second}`, ...others, '',
  ];
};
const PASSED = ['Unit Testing:  a.yml', '  SUCCESS', ''];
const FAILED = ['Unit Testing:  b.yml', '  FAILED:'];

describe('promtool test rules', () => {
  it('names the label that differs, and the file that passed', () => {
    expect(told(...PASSED, ...FAILED,
      '    name: load of a host,', ...alert('10m', set('alertname="HighLoad", host="h1", severity="page"', 'text="a"'),
        set('alertname="HighLoad", host="h1", severity="warn"', 'text="a"')))).toEqual([
      'promtool-test', 'It failed: the alert HighLoad at 10m (test load of a host, b.yml): the label severity is '
        + '"warn", and not "page". a.yml has no mistake.',
    ]);
  });

  it('says which alert is missing, and which was not expected', () => {
    expect(told(...FAILED, ...alert('5m', set('alertname="HighLoad", host="h1"'), []),
      ...alert('9m', [], set('alertname="HighLoad", host="h2"')))[1]).toBe(
      'It failed: the alert HighLoad at 5m (b.yml): 1 alert was expected, and none came; missing is {host="h1"}; the '
        + 'alert HighLoad at 9m (b.yml): none was expected, and 1 alert came; not expected is {host="h2"}.'
    );
  });

  it('tells the first of several that were not expected', () => {
    expect(told(...FAILED, ...alert('5m', [], [...set('alertname="HighLoad", host="h1"'), '            1:',
      ...set('alertname="HighLoad", host="h2"')]))[1])
      .toMatch(/none was expected, and 2 alerts came; not expected are \{host="h1"\} and 1 more\.$/);
  });

  it('compares annotations with quotation marks, as older versions print them', () => {
    expect(told('Unit Testing:  c.yml', '  FAILED:', '    alertname:Down, time:14m0s, ',
      String.raw`        exp:"[Labels:{alertname=\"Down\"} Annotations:{text=\"26 %\"}]", `,
      String.raw`        got:"[Labels:{alertname=\"Down\"} Annotations:{text=\"25 %\"}]"`)[1])
      .toBe('It failed: the alert Down at 14m0s (c.yml): the annotation text is "25 %", and not "26 %".');
  });

  it('tells expressions, rules that cannot be evaluated, and files that cannot be read', () => {
    expect(told(...FAILED, String.raw`    expr: "sum by(a) (b{c=\"d\"})", time: 4m,`, '        exp: {a="x"} 3E+00',
      '        got: nil', '', '    rule: job:b:sum, time: 1m0s, err: vector has metrics with the same labelset', '',
      'Unit Testing:  d.yml', '  FAILED:', 'yaml: line 3: did not find expected key')[1]).toBe(
      'It failed: the expression sum by(a) (b{c="d"}) at 4m (b.yml): {a="x"} 3E+00 was expected, and nothing came; the '
        + 'rule job:b:sum at 1m0s (b.yml): vector has metrics with the same labelset; d.yml: yaml: line 3: did not '
        + 'find expected key.'
    );
  });

  it('is read together with the check of the rules before it', () => {
    expect(told('Checking rules.yml', '  SUCCESS: 3 rules found', '', ...FAILED,
      ...alert('5m', set('alertname="HighLoad"'), []))[1]).toBe(
      'It failed: the alert HighLoad at 5m (b.yml): 1 alert was expected, and none came. rules.yml has no mistake.'
    );
    expect(told(...PASSED, 'Unit Testing:  b.yml', '  SUCCESS')[1]).toBe('It found no mistake.');
  });

  it('counts the tests that are not told', () => {
    const many = Array.from({ length: 5 }, (_, i) => alert(`${i}m`, set('alertname="HighLoad"'), [])).flat();
    expect(told(...FAILED, ...many)[1]).toMatch(/none came\. 2 more tests failed\.$/);
  });
});
