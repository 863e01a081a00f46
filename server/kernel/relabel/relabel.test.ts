import { describe, expect, it } from 'vitest';
import { compileWhole } from '../../../core/regex.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { expandTemplate } from './expandTemplate.ts';
import { relabel, type RelabelRule } from './relabel.ts';
import { beforeRelabeling, scrapeTarget, type JobDefaults } from './scrapeTarget.ts';
import { readTargetGroups } from './targetGroups.ts';

type Given = Partial<Omit<RelabelRule, 'match'>> & { regex?: string };

function rule({ regex = '(.*)', ...given }: Given): RelabelRule {
  return {
    action: 'replace', sourceLabels: [], separator: ';', targetLabel: '', replacement: '$1', modulus: 0,
    match: unwrap(compileWhole('regex', regex)), ...given,
  };
}

function after(labels: Record<string, string>, ...rules: Given[]): Record<string, string> | null {
  const left = relabel(new Map(Object.entries(labels)), rules.map(rule));
  return left === null ? null : Object.fromEntries(left);
}

const JOB: JobDefaults = {
  jobName: 'tsdb', scheme: 'http', metricsPath: '/metrics', params: {}, scrapeIntervalMs: 15_000,
  scrapeTimeoutMs: 10_000, rules: [],
};

// Cases of Prometheus's own table (model/relabel/relabel_test.go), and the corners of its source.
describe('relabeling as in Prometheus', () => {
  const abc = { a: 'foo', b: 'bar', c: 'baz' };

  it.each<[string, Record<string, string>, Given[], Record<string, string> | null]>([
    ['replace writes the groups', abc,
      [{ sourceLabels: ['a'], regex: 'f(.*)', targetLabel: 'd', replacement: 'ch${1}-ch${1}' }],
      { ...abc, d: 'choo-choo' }],
    ['values are joined, and rules follow each other', abc, [
      { sourceLabels: ['a', 'b'], regex: 'f(.*);(.*)r', targetLabel: 'a', replacement: 'b${1}${2}m' },
      { sourceLabels: ['c', 'a'], regex: '(b).*b(.*)ba(.*)', targetLabel: 'd', replacement: '$1$2$2$3' },
    ], { a: 'boobam', b: 'bar', c: 'baz', d: 'boooom' }],
    ['a separator of two letters', abc,
      [{ sourceLabels: ['a', 'b'], separator: '::', regex: '(.*)::(.*)', targetLabel: 'd', replacement: '$2$1' }],
      { ...abc, d: 'barfoo' }],
    ['no match replaces nothing', { a: 'boo' },
      [{ sourceLabels: ['a'], regex: 'f', targetLabel: 'b', replacement: 'bar' }], { a: 'boo' }],
    ['the expression matches whole values', { a: 'foobar' },
      [{ sourceLabels: ['a'], regex: 'foo', targetLabel: 'b', replacement: 'x' }], { a: 'foobar' }],
    ['alternatives are anchored as one', { a: 'xfoo' },
      [{ action: 'drop', sourceLabels: ['a'], regex: 'foo|x' }], { a: 'xfoo' }],
    ['a newline is a character', { a: 'x\ny' }, [{ action: 'drop', sourceLabels: ['a'] }], null],
    ['an empty result removes the label', { a: 'foo', f: 'baz' },
      [{ sourceLabels: ['a'], regex: '(x)?.*', targetLabel: 'f' }], { a: 'foo' }],
    ['a target label by groups', { a: 'some-name-value' },
      [{ sourceLabels: ['a'], regex: 'some-([^-]+)-([^,]+)', targetLabel: '${1}', replacement: '${2}' }],
      { a: 'some-name-value', name: 'value' }],
    ['a name that is none changes nothing', { a: 'some-name-0' },
      [{ sourceLabels: ['a'], regex: 'some-([^-]+)-([^,]+)', targetLabel: '${3}', replacement: '${1}' }],
      { a: 'some-name-0' }],
    ['letters after the number belong to it', { a: 'foo' },
      [{ sourceLabels: ['a'], targetLabel: 'b', replacement: '$1x' }], { a: 'foo' }],
    ['drop', { a: 'foo' }, [{ action: 'drop', sourceLabels: ['a'], regex: '.*o.*' }], null],
    ['drop of another', { a: 'foo' }, [{ action: 'drop', sourceLabels: ['a'], regex: 'no-match' }], { a: 'foo' }],
    ['keep', { a: 'foo' }, [{ action: 'keep', sourceLabels: ['a'], regex: 'f|foo' }], { a: 'foo' }],
    ['keep of another', { a: 'foo' }, [{ action: 'keep', sourceLabels: ['a'], regex: 'no-match' }], null],
    ['keep of an absent label', { a: 'foo' }, [{ action: 'keep', sourceLabels: ['x'], regex: '.+' }], null],
    ['dropequal', { a: '1', b: '1' }, [{ action: 'dropequal', sourceLabels: ['a'], targetLabel: 'b' }], null],
    ['dropequal of two absent ones', { a: '1' },
      [{ action: 'dropequal', sourceLabels: ['x'], targetLabel: 'y' }], null],
    ['dropequal of others', { a: '1', b: '2' },
      [{ action: 'dropequal', sourceLabels: ['a'], targetLabel: 'b' }], { a: '1', b: '2' }],
    ['keepequal', { a: '1', b: '1' },
      [{ action: 'keepequal', sourceLabels: ['a'], targetLabel: 'b' }], { a: '1', b: '1' }],
    ['keepequal of others', { a: '1', b: '2' }, [{ action: 'keepequal', sourceLabels: ['a'], targetLabel: 'b' }], null],
    ['hashmod', abc,
      [{ action: 'hashmod', sourceLabels: ['c'], targetLabel: 'd', modulus: 1000 }], { ...abc, d: '976' }],
    ['hashmod of several lines', { a: 'foo\nbar' },
      [{ action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b', modulus: 1000 }], { a: 'foo\nbar', b: '734' }],
    ['labelmap', { a: 'foo', b1: 'bar', b2: 'baz' },
      [{ action: 'labelmap', regex: '(b.*)', replacement: 'bar_${1}' }],
      { a: 'foo', b1: 'bar', b2: 'baz', bar_b1: 'bar', bar_b2: 'baz' }],
    ['labelmap of meta labels', { a: 'foo', __meta_my_bar: 'aaa', __meta_my_baz: 'bbb', __meta_other: 'ccc' },
      [{ action: 'labelmap', regex: '__meta_(my.*)' }],
      { a: 'foo', __meta_my_bar: 'aaa', __meta_my_baz: 'bbb', __meta_other: 'ccc', my_bar: 'aaa', my_baz: 'bbb' }],
    ['labelmap maps no name twice', { a1: 'x', a11: 'y' },
      [{ action: 'labelmap', regex: 'a1(1*)', replacement: 'a$1' }],
      { a1: 'y', a11: 'y', a: 'x' }],
    ['labeldrop', { a: 'foo', b1: 'bar', b2: 'baz' }, [{ action: 'labeldrop', regex: '(b.*)' }], { a: 'foo' }],
    ['labelkeep', { a: 'foo', b1: 'bar', b2: 'baz' }, [{ action: 'labelkeep', regex: '(b.*)' }],
      { b1: 'bar', b2: 'baz' }],
    ['lowercase and uppercase', { foo: 'bAr123Foo' }, [
      { action: 'lowercase', sourceLabels: ['foo'], targetLabel: 'lower' },
      { action: 'uppercase', sourceLabels: ['foo'], targetLabel: 'upper' },
    ], { foo: 'bAr123Foo', lower: 'bar123foo', upper: 'BAR123FOO' }],
    ['a label named as a property of every object', { a: 'x' },
      [{ sourceLabels: ['constructor'], targetLabel: '__proto__', replacement: 'p' }], { a: 'x', ['__proto__']: 'p' }],
  ])('%s', (_, labels, rules, expected) => {
    const got = after(labels, ...rules);
    expect(got === null ? null : Object.entries(got).sort()).toEqual(
      expected === null ? null : Object.entries(expected).sort()
    );
  });

  it.each([
    ['$1', 'one'], ['${1}x', 'onex'], ['$1x', ''], ['$2', ''], ['$9', ''], ['$name', 'one'], ['${name}', 'one'],
    ['$$1', '$1'], ['$', '$'], ['$-', '$-'], ['${', '${'], ['${1', '${1'], ['$01', ''], ['$0', 'one two'],
    ['$toString', ''],
  ])('expands %s as Go does', (template, expected) => {
    const groups = { numbered: ['one two', 'one', undefined], named: { name: 'one' } };
    expect(expandTemplate(template, groups)).toBe(expected);
  });
});

describe('a target by its labels', () => {
  type Made = ReturnType<typeof scrapeTarget>;
  const made = (discovered: Record<string, string>, job: Partial<JobDefaults> = {}): Made => {
    const whole = { ...JOB, ...job };
    return scrapeTarget(beforeRelabeling(new Map(Object.entries(discovered)), whole), whole);
  };

  it('takes defaults, loses internal labels, and has its address as instance', () => {
    const target = unwrap(made({ __address__: 'prom', __meta_filepath: 'x.yml', region: 'eu' }));
    expect(target).toEqual({
      labels: { job: 'tsdb', instance: 'prom:80', region: 'eu' }, address: 'prom:80', scheme: 'http',
      pathAndQuery: '/metrics', scrapeIntervalMs: 15_000, scrapeTimeoutMs: 10_000,
    });
  });

  it('rules and discovery set scheme, path, parameters, interval and instance', () => {
    const rules = [
      rule({ targetLabel: '__scheme__', replacement: 'https' }),
      rule({ targetLabel: '__param_team', replacement: "a b&'c" }),
      rule({ targetLabel: '__scrape_interval__', replacement: '1m30s' }),
      rule({ targetLabel: 'instance', replacement: 'first' }),
    ];
    const target = unwrap(made({ __address__: '[::1]', __metrics_path__: 'custom' },
      { rules, params: { team: ['x', 'y'], all: ['1'] } }));
    expect(target).toMatchObject({
      address: '[::1]:443', scheme: 'https', scrapeIntervalMs: 90_000, labels: { instance: 'first' },
      pathAndQuery: '/custom?all=1&team=a+b%26%27c&team=y',
    });
  });

  it.each([
    ['', 'HOST:PORT'], ['http://prom:9090', 'HOST:PORT'], ['prom/metrics', 'HOST:PORT'], ['u:p@prom:1', 'HOST:PORT'],
    ['prom:99999', 'HOST:PORT'], ['a b', 'HOST:PORT'], ['prom:', 'HOST:PORT'], ['::1', 'HOST:PORT'],
    ['prom?x=1', 'HOST:PORT'], ['prom#x', 'HOST:PORT'],
  ])('refuses the address "%s"', (address, words) => {
    const target = made({ __address__: address });
    expect(target.ok ? '' : target.error.message).toContain(words);
  });

  it('refuses another scheme and an interval that is none', () => {
    expect(made({ __address__: 'a', __scheme__: 'file' })).toMatchObject({ ok: false });
    expect(made({ __address__: 'a', __scrape_interval__: 'soon' })).toMatchObject({ ok: false });
    expect(made({ __address__: 'a', __scrape_interval__: '0s' })).toMatchObject({ ok: false });
  });
});

describe('target groups', () => {
  const read = (text: string, format: 'json' | 'yaml' = 'yaml'): unknown => {
    const groups = readTargetGroups(text, format, { __meta_filepath: 'f' });
    return groups.ok ? groups.value.map((labels) => Object.fromEntries(labels)) : groups.error.message;
  };

  it('are read from YAML and JSON alike', () => {
    const expected = [
      { __meta_filepath: 'f', __address__: 'a:1', shard: '1' }, { __meta_filepath: 'f', __address__: 'b', shard: '1' },
    ];
    expect(read('- targets: [a:1, b]\n  labels: {shard: 1}\n- targets:\n')).toEqual(expected);
    expect(read('[{"targets": ["a:1", "b"], "labels": {"shard": "1"}}]', 'json')).toEqual(expected);
    expect(read('')).toEqual([]);
  });

  it.each<[text: string, format: 'json' | 'yaml', words: string]>([
    ['[{"targets": ["a"]', 'json', 'not JSON'], ['- targets: [', 'yaml', 'not YAML'], ['{}', 'json', 'no list'],
    ['[1]', 'json', 'group 1 has no "targets"'], ['[null]', 'json', 'group 1'],
    ['[{"targets": "a"}]', 'json', 'no list of texts'], ['[{"targets": [1]}]', 'json', 'no list of texts'],
    ['[{"targets": [], "label": {}}]', 'json', '"label"'], ['[{"labels": {"a-b": "x"}}]', 'json', 'not valid, "a-b"'],
    ['[{"labels": {"a": 1}}]', 'json', 'not text, "a"'], ['[{"labels": []}]', 'json', 'no mapping'],
    ['- &x {targets: [a]}\n- *x\n', 'yaml', 'aliases'],
    [JSON.stringify([{ targets: Array.from({ length: 10_001 }, () => 'a') }]), 'json', 'more than 10000'],
    [JSON.stringify([{ labels: { a: 'x'.repeat(4097) } }]), 'json', 'longer than 4096'],
  ])('refuse case %$', (text, format, words) => {
    expect(read(text, format)).toContain(words);
  });
});
