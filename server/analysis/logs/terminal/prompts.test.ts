import { describe, expect, it } from 'vitest';
import { readLogLines } from '../readLog.ts';
import { withoutPrompt } from './prompts.ts';

const LINE = 'level=warn ts=2026-01-02T03:04:05Z caller=main.go:1 msg="Received SIGTERM, exiting gracefully..."';

describe('the prompt of a shell before a line of a log', () => {
  it.each([
    '[root@web prometheus]# ', '[root@web ~]# ^C', 'me@web:~/prom$ ', 'me@web ~ % ', '$ ', '# ', '~/prom ❯ ',
    '/prom $ ', 'bash-5.1$ ', '(env) [me@web ~]$ ', 'PS C:\\prom> ', 'C:\\prom>', '➜  prom git:(main) ✗ ',
    '➜  ~ ', 'sh-4.4# ^C',
  ])('is removed: %s', (prompt) => { expect(withoutPrompt(`${prompt}${LINE}`)).toBe(LINE); });

  it.each([
    'prometheus-0 ', 'prometheus-0 # ', '[pod/p-0/prometheus] ', 'prometheus_1 | ', '> ', 'web > ', '#12 0.345 ',
    'Nov 20 10:00:00 web prometheus[1]: ',
  ])('is nothing else: %s', (prefix) => { expect(withoutPrompt(`${prefix}${LINE}`)).toBe(`${prefix}${LINE}`); });

  it('names no source, so that the lines below it are of the same one', () => {
    const rest = LINE.replace('Received SIGTERM, exiting gracefully...', 'Stopping scrape manager...');
    const sources = readLogLines(['[root@web p]# pkill prometheus', `[root@web p]# ${LINE}`, rest,
      '[root@web p]# ss -nalt', `[root@web p]# ${LINE.replace('03:04:05', '03:05:00')}`].join('\n'));
    expect(sources.map(({ name, lines }) => [name, lines.length])).toEqual([['', 3]]);
  });
});
