import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const open = (...lines: string[]): { name: string; interest: string | null } =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const line = (clock: string, msg: string, rest: string): string =>
  `time="2017-03-04T${clock}Z" level=info msg="${msg}" ${rest}`;
const ROUND = (clock: string): string[] => [
  line(clock, 'running maintenance', 'component=nflog source="nflog.go:286"'),
  line(clock, 'running maintenance', 'component=silences source="silence.go:232"'),
  line(clock, 'maintenance done', 'component=nflog duration=61.194µs source="nflog.go:303"'),
  line(clock, 'maintenance done', 'component=silences duration=45.578µs source="silence.go:249"'),
];
const TOLD = 'It maintains its notification log and its silences, 15m apart, each time within 45.6 µs to 61.2 µs.';

describe('a quiet log of Alertmanager', () => {
  it.each([
    ['logrus', [...ROUND('18:34:31'), ...ROUND('18:49:31')]],
    ['in a fence below a sentence, whose lines do not count', [
      'Hmm, all I see in the logs is:', '', '```', ...ROUND('18:34:31'), ...ROUND('18:49:31'), '```', '',
      'And the folder of its data remains empty.',
    ]],
    ['go-kit', [...ROUND('18:34:31'), ...ROUND('18:49:31')].map((one) => one
      .replace(/^time="(.*?)" level=info (.*) source="(.*)"$/, 'level=debug ts=$1 caller=$3 $2'))],
  ])('%s', (_, lines) => {
    const { name, interest } = open(...lines);
    expect(name).toContain('a log of Alertmanager');
    expect(interest).toContain('No error or warning is among its 8 lines');
    expect(interest).toContain(TOLD);
    expect(interest).not.toContain('of 10 lines');
  });

  it('three rounds that are even have a period', () => {
    expect(open(...ROUND('18:34:31'), ...ROUND('18:49:31'), ...ROUND('19:04:31')).interest)
      .toContain('its silences every 15m, each time');
  });

  it('names the program by its component without a source', () => {
    expect(open(...ROUND('18:34:31').map((one) => one.replace(/ source=.*$/, ''))).name)
      .toContain('a log of Alertmanager');
  });

  it.each(['dispatch.go:52', 'notify.go:732', 'inhibit.go:98', 'cluster.go:670'])('by source %s', (source) => {
    expect(open(line('18:34:31', 'one', `source="${source}"`), line('18:34:32', 'two', `source="${source}"`)).name)
      .toBe('a log of Alertmanager');
  });
});
