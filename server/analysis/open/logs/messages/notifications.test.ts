/** Tests what a failed notification of Alertmanager means, by the answer of its receiver. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { meaningOf } from '../said/meanings.ts';

const failed = (reason: string): string =>
  meaningOf(`Notify for alerts failed\nops/webhook[0]: notify retry canceled after 5 attempts: ${reason}`) ?? '';

describe('a notification that failed', () => {
  it.each([
    ['telegram: Unauthorized (401)', /^Telegram does not accept the bot token.* not valid, or the bot was removed/],
    ['telegram: Bad Request: chat not found (400)', /look at chat_id/],
    ['unexpected status code 401: no', /does not accept the credentials/],
    ['unexpected status code 403: no', /look at the credentials/],
    ['unexpected status code 404: no_team', /look at the URL .* and at the channel/],
    ['unexpected status code 400: bad', /look at the channel/],
    ['unexpected status code 503: later', /an error of its own/],
    ['Post "https://hooks.test/a": context deadline exceeded', /reachable from Alertmanager/],
    ['Post "http://127.0.0.1:8/a": dial tcp 127.0.0.1:8: connect: connection refused', /reachable from Alertmanager/],
  ])('%s', (reason, meaning) => { expect(failed(reason)).toMatch(meaning); });

  it.each(['telegram: Unauthorized (401)', 'unexpected status code 404: no_team', 'template: a:1: no function'])(
    'is not about reaching the receiver: %s', (reason) => { expect(failed(reason)).not.toContain('reachable'); });

  it.each([
    ['unexpected status code 403: invalid_token', /^Slack does not accept the address of the webhook.*slack_api_url/],
    ['unexpected status code 404: no_service', /slack_api_url/],
    ['unexpected status code 200: invalid_auth', /bot token/],
    ['channel "#a": unexpected status code 404: channel_not_found', /at the channel/],
  ])('of Slack, %s', (reason, meaning) => {
    expect(meaningOf(`Notify for alerts failed\nops/slack[0]: notify retry canceled after 1 attempts: ${reason}`))
      .toMatch(meaning);
  });

  it('a token that is refused is not about what it may do', () => {
    expect(failed('unexpected status code 403: invalid_token')).toContain('does not accept the credentials');
  });

  it('has its cause once, whatever the number of attempts', () => {
    const line = (minute: number, attempts: number): string =>
      `ts=2026-01-02T03:0${minute}:00Z caller=dispatch.go:353 level=error component=dispatcher msg="Notify for alerts `
      + `failed" num_alerts=2 err="a/telegram[0]: notify retry canceled after ${attempts} attempts: telegram: `
      + 'Unauthorized (401)"';
    const { interest } = recognize(new TextEncoder().encode([line(1, 11), line(2, 12), line(3, 11)].join('\n')));
    expect(interest?.match(/notify retry canceled/g)).toHaveLength(1);
  });
});
