import { expect, it } from 'vitest';
import { withEndedNames } from './consequences.ts';

const FACTS = 'Grafana logged "lookup tsdb on 127.0.0.11:53: no such host". A name is not resolved: look at DNS and '
  + 'the name. Next.';
const ENDED = 'tsdb-1 exited with code 2';
const ASKED = 'grafana-1 | dial tcp: lookup tsdb on 127.0.0.11:53: no such host';

it('a name that is not resolved after the end of its container follows from that', () => {
  expect(withEndedNames(FACTS, `${ENDED}\n${ASKED}`)).toContain(
    'no such host". The container tsdb-1 had ended before: its name is not resolved since then, and that is no fault '
      + 'of DNS. Next.'
  );
});

it.each([
  ['asked for before it ended', `${ASKED}\n${ENDED}`], ['of another container', `web-1 exited with code 2\n${ASKED}`],
  ['without an end', ASKED],
])('a name %s stays a matter of DNS', (_, text) => { expect(withEndedNames(FACTS, text)).toBe(FACTS); });
