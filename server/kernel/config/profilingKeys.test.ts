import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../../core/profilingPlans.ts';
import { parseConfigText } from './configFile.ts';

const read = (text: string): ReturnType<typeof parseConfigText> => parseConfigText('c.yml', text);
const profilingOf = (text: string) => read(text).targets.map(({ profiling }) => profiling);
const TARGETS = 'targets:\n- {url: "http://a:1"}\n- {url: "http://b:1", profiling: false}\n';

describe('the configuration of continuous profiling', () => {
  it('is the default of the top level, or that of the target', () => {
    expect(profilingOf(TARGETS)).toMatchObject([undefined, { on: false }]);
    expect(profilingOf(`profiling: true\n${TARGETS}`))
      .toMatchObject([{ on: true, plans: DEFAULT_PLANS }, { on: false }]);
  });

  it('takes the kinds that are named, in place of the default ones', () => {
    const kinds = 'cpu: {every: 2m, seconds: 5}, heap: true, block: false, mutex: {every: 1h}';
    expect(read(`profiling: {${kinds}, budget: 1GB}\n`).profiling).toEqual({
      on: true, budgetBytes: 2 ** 30,
      plans: [
        { kind: 'cpu', everySeconds: 120, seconds: 5 }, { kind: 'heap', everySeconds: 300, seconds: 0 },
        { kind: 'mutex', everySeconds: 3600, seconds: 0 },
      ],
    });
    expect(read('profiling: {enabled: false}\n').profiling).toMatchObject({ on: false, plans: DEFAULT_PLANS });
    expect(read('profiling: {cpu: {every: 12s}}\n').profiling)
      .toMatchObject({ plans: [{ everySeconds: 12, seconds: 6 }] });
  });

  it.each([
    ['an interval that is too short', 'profiling: {cpu: {every: 5s}}', /c\.yml:1: profiling\.cpu\.every: must be at/],
    ['CPU all the time', 'profiling: {cpu: {every: 20s, seconds: 15}}', /cpu\.seconds: must be at most half/],
    ['part of a second', 'profiling: {cpu: {seconds: 1500ms}}', /profiling\.cpu\.seconds: must be a whole number/],
    ['seconds of a snapshot', 'profiling: {heap: {seconds: 5}}', /profiling\.heap\.seconds: unknown key/],
    ['an unknown kind', 'profiling: {cup: true}', /profiling\.cup: unknown key/],
    ['an empty key', 'profiling:', /c\.yml:1: profiling: is empty; write true/],
    ['a budget that holds nothing', 'profiling: {budget: 1KB}', /profiling\.budget: must be at least 1MiB/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
