import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { fenced } from './pasteMarks.ts';

const F = '```';

describe('code of other markup is written between fences', () => {
  it.each([
    ['Jira, with a title', ['{code:title=prom.log}', 'a', '{code}', 'b'], [F, 'a', F, 'b']],
    ['Jira, on one line', ['{noformat}a{noformat}'], [F, 'a', F]],
    ['HTML with entities', ['<pre><code class="x">a &lt;b&gt; &amp;', 'c</code></pre>', '&lt;'],
      [F, 'a <b> &', 'c', F, '&lt;']],
    ['words right behind three back quotes', ['```level=error err="x"', 'b```', 'c'],
      [F, 'level=error err="x"', 'b', F, 'c']],
    ['fences of Markdown as they are', ['```yaml', '{code}', '```', 'a'], ['```yaml', '{code}', '```', 'a']],
    ['a word of a sentence in back quotes', ['```x``` is y', 'a'], ['```x``` is y', 'a']],
  ])('%s', (_, lines, expected) => { expect(fenced(lines)).toEqual(expected); });
});

describe('code that only its indentation marks', () => {
  it('below a sentence, up to the next line at the margin', () => {
    expect(fenced(['The log shows this:', '', '    a', '', '      b', '', 'And then more text.']))
      .toEqual(['The log shows this:', '', F, 'a', '', '  b', F, '', 'And then more text.']);
  });

  it.each([
    ['columns of an output', ['Mem:  1  2', '', '    PID USER', '      1 root']],
    ['keys of YAML', ['scrape_configs:', '', '    - job_name: a']],
    ['what goes on at the margin', ['It is of the pod web:', '', '    Type  Reason', 'Normal  Pulled']],
    ['items of a list', ['- the first thing here', '', '    its second paragraph']],
  ])('not %s', (_, lines) => { expect(fenced(lines)).toEqual(lines); });
});

it('blocks of each markup are read one by one', () => {
  const log = 'level=error ts=2026-01-02T03:04:05Z caller=main.go:5 msg="Starting Prometheus Server" err="x"';
  const df = ['Filesystem      Size  Used Avail Use% Mounted on', '/dev/sdb        100G   99G    1G  99% /data'];
  const of = (...lines: string[]): string | null =>
    recognize(new TextEncoder().encode(lines.join('\n'))).interest;
  const indented = of('We see this in the log:', '', `    ${log}`, '', 'The disk is nearly full:', '',
    ...df.map((line) => `    ${line}`));
  expect(indented).toContain('It also has the output of df: /data is the fullest');
  expect(of('We see this in the log:', '{code}', log, '{code}', 'The disk is nearly full:', '{noformat}', ...df,
    '{noformat}')).toBe(indented);
  expect(of('We see this in the log:', '<pre>', log, '</pre>', 'The disk is nearly full:', '<pre>', ...df, '</pre>'))
    .toBe(indented);
});
