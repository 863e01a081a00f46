/** Tests lines of logs and errors within the sentences of a report. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from './recognize.ts';

const of = (text: string): Recognized => recognize(new TextEncoder().encode(text));

describe('a line of VictoriaMetrics alone in a sentence', () => {
  const line = '2026-01-01T10:00:00.000Z\terror\tVictoriaMetrics/lib/storage/storage.go:12\t'
    + 'cannot merge parts: disk full';
  const bare = 'error VictoriaMetrics/app/vmselect/main.go:3 cannot fetch query results from vmstorage: timeout';

  it.each([
    ['between backticks', `After the update it logs \`${line}\` every minute.`, line],
    ['between quotation marks', `We get "${line}" from time to time`, line],
    ['with blanks for its tabs', `It logs \`${line.replaceAll('\t', ' ')}\` here`, line.replaceAll('\t', ' ')],
    ['without a time', `Sometimes I see ${bare}`, bare],
    ['in one of several sentences', `Hello!\n\nSince Monday: ${line}\n\nWhat can I do?`, line],
  ])('%s', (_, text, pasted) => {
    expect(of(text)).toMatchObject({
      format: 'victoriametrics-log', program: 'VictoriaMetrics', door: 'log', confidence: 'likely', pasted,
    });
    expect(of(text).interest).toMatch(/cannot (?:merge parts: disk full|fetch query results from vmstorage: timeout)/);
  });

  it('all lines that another program logged with the same words before each', () => {
    const of2 = (second: number): string => `INFO[2026-01-01T10:00:0${second}.000+08:00] `
      + line.replace('10:00:00', `02:00:0${second}`).replaceAll('\t', '   ');
    expect(of(`#agent\n${of2(1)}\n${of2(2)}`).interest).toContain('"cannot merge parts: disk full" occurs 2 times');
  });

  it.each([
    ['error when executing query="sum(x)" on the time range (start=1, end=2): the number of matching timeseries '
      + 'exceeds 300000; either narrow down the search or increase -search.maxUniqueTimeseries',
    'narrow its selectors'],
    ['the number of matching timeseries exceeds 300000; either narrow down the search or increase -search.max* '
      + 'command-line flag values', 'narrow its selectors'],
    ['error occured during search: cannot fetch query results from vmstorage nodes: timeout exceeded',
      'takes longer'],
    ['cannot send 12 rows to vmstorage: the storage is in read-only mode', 'The storage takes no new rows'],
  ])('its error as a client shows it: %s', (error, advice) => {
    const { format, program, door, interest } = of(`Grafana shows "${error}". Is that a bug?`);
    expect([format, program, door]).toEqual(['victoriametrics-error', 'VictoriaMetrics', null]);
    expect(interest).toContain(error.slice(0, 40));
    expect(interest).toContain(advice);
  });

  it.each([
    'The meeting is on 2026-01-01T10:00:00Z in room error, bring lib/x.go:12 with you.',
    'We use vmstorage and vmselect, and cannot say anything bad of them.',
    'It failed on 2026-01-01 10:00:00 error, they said, of some other program.',
  ])('is not seen in: %s', (text) => {
    expect(of(text)).toMatchObject({ program: null, door: null });
    expect(of(text).format).toMatch(/^(?:unknown|error-message)$/);
  });
});

describe('a panic that a report quotes twice', () => {
  const stack = (id: number, arg = '0x1'): string => `\n\ngoroutine ${id} [running]:\n`
    + `github.com/prometheus/prometheus/tsdb.(*Head).foo(${arg})\n\t/app/tsdb/head.go:12 +0x1d\n`;
  const panic = 'panic: runtime error: index out of range [5] with length 3';
  const once = new RegExp(String.raw`^It crashed with "panic: runtime error: index out of range \[5\] with length 3", `
    + String.raw`in tsdb\.\(\*Head\)\.foo\.`);

  it.each([
    ['in its title', `# ${panic}\n\nWhat happened:\n\n\`\`\`\n${panic}${stack(1)}\`\`\`\n`],
    ['in a sentence behind it', `${panic}${stack(1)}\nSo it says "${panic}" at every start.\n`],
    ['in a sentence that goes on', `${panic}${stack(1)}\nI mean the ${panic} that I see at every start.\n`],
    ['between backticks, and cut', `We see \`panic: runtime error: index out of range\`:\n\n${panic}${stack(1)}`],
    ['with its stack', `The log:\n${panic}${stack(1)}\nand in full:\n${panic}${stack(1)}goroutine 7 [select]:\n`],
  ])('%s is counted once', (_, text) => {
    expect(of(text).interest).toMatch(once);
  });

  it.each([
    ['with other stacks', `${panic}${stack(1)}\n${panic}${stack(1, '0x2')}`],
    ['with a start between them', `${panic}${stack(1)}\nts=2026-01-01T10:00:00Z level=info msg="Starting Prometheus"\n`
      + `${panic}${stack(1)}`],
    ['without stacks, at two times',
      `2026-01-01T10:00:00Z ${panic}\n2026-01-01T10:05:00Z ${panic}\ngoroutine 1 [running]:\n`],
  ])('%s is counted twice', (_, text) => {
    expect(of(text).interest).toContain('(2 times)');
  });
});
