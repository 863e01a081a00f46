/** Tests which names of alerts in logs and prose are found. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { namedAlerts } from './namedAlerts.ts';

const open = (text: string) => recognize(new TextEncoder().encode(text));

describe('the name of an alert', () => {
  it('in prose says what the alert means', () => {
    const { format, program, interest } = open('The alert PrometheusTSDBCompactionsFailing fires. What can I do?\n');
    expect({ format, program }).toEqual({ format: 'alert-name', program: 'Prometheus' });
    expect(interest).toMatch(/^It names the alert PrometheusTSDBCompactionsFailing\. Compactions of Prometheus failed/);
  });

  it('in a log that has no error is added', () => {
    const line = (second: number, more: string): string =>
      `ts=2026-01-02T03:04:0${second}.000Z caller=dispatch.go:165 level=debug component=dispatcher msg="Got" ${more}\n`;
    expect(open(`${line(1, 'a=1')}${line(2, 'alertname="KubePodCrashLooping"')}`).interest)
      .toContain('It names the alert KubePodCrashLooping. A container ends again and again');
    expect(open(`${line(1, 'alertname="KubePodCrashLooping"')}ts=2026-01-02T03:04:09.000Z caller=a.go:1 level=error `
      + 'component=dispatcher msg="Notify failed" err="no such host"\n').interest).not.toContain('It names the alert');
  });

  it.each([
    ['of one word needs the word alert', 'The Watchdog is a dog.', null],
    ['of one word after the word alert', 'It is the alert Watchdog.', 'It names the alert Watchdog. It fires always'],
    ['within a path is none', 'see runbooks/KubePodCrashLooping or KubePodCrashLooping.md/a', null],
    ['within a longer word is none', 'MyKubePodCrashLooping', null],
    ['of no known alert is none', 'The alert MyOwnAlertOfMine fires', null],
  ])('%s', (_, text, words) => {
    if (words === null) expect(namedAlerts(text)).toBeNull();
    else expect(namedAlerts(text)).toContain(words);
  });

  it('is told of at most three alerts', () => {
    const names = ['KubePodNotReady', 'KubeJobFailed', 'KubeNodeNotReady', 'KubeQuotaExceeded'];
    expect(namedAlerts(names.join(', '))?.match(/It names the alert/g)).toHaveLength(3);
  });
});
