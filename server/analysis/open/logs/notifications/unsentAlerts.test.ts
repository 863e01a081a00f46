import { expect, it } from 'vitest';
import { unsentAlerts } from './unsentAlerts.ts';

const line = (host: string, error: string): string =>
  `rule "r": notifier failure: failed to send alerts to addr "http://${host}:9093/api/v2/alerts": ${error}`;

it.each([
  ['two behind a proxy', [line('a', 'invalid SC 502 from "x"'), line('b', 'invalid SC 502 from "x"')],
    'Alerts did not get to http://a:9093 and http://b:9093: HTTP 502 is mostly the answer of a proxy that reaches no '
      + 'Alertmanager, so look at -notifier.url and at what is behind it.'],
  ['one that refuses them', [line('a', 'invalid SC 400 from "x"')],
    'Alerts did not get to http://a:9093, which answered with HTTP 400.'],
  ['one that is not reached', [line('a', 'dial tcp: connection refused')], 'Alerts did not get to http://a:9093.'],
  ['none', ['all is sent'], null],
])('notifiers that did not take alerts: %s', (_, lines, said) => { expect(unsentAlerts(lines)).toBe(said); });
