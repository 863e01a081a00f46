import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/access.ts';
import { declarationOf, OWN_ROUTES, ROUTES, type RouteKey } from '../../contract/questions/routes.ts';
import { accessHeadline, actText, foundEntries, joinedPages, subjectText, tokenState } from './auditView.ts';

function entry(more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    time: 1000, user: 'vera', role: 'viewer', by: 'password', address: '10.0.0.1', action: 'login', subject: {},
    status: 200, ...more,
  };
}

it('every act that is logged has words', () => {
  const logged = (Object.keys({ ...ROUTES, ...OWN_ROUTES }) as RouteKey[])
    .filter((key) => !key.startsWith('GET ') || declarationOf(key).audited === true);
  expect(logged.length).toBeGreaterThan(25);
  expect(logged.filter((action) => !/^[A-Z][a-z]+ [a-z]/.test(actText(entry({ action }))))).toEqual([]);
});

it('names of objects are no acts', () => {
  expect(actText(entry({ action: 'constructor' }))).toBe('constructor');
});

it('a search finds words in any column', () => {
  const entries = [
    entry(), entry({ status: 401, address: '10.0.0.2' }),
    entry({ user: 'olaf', role: 'operator', action: 'POST /targets/{target}/captures', subject: { target: 'eu' } }),
    entry({ user: null, role: null, action: 'GET /embed/{token}', subject: { id: 'a1', title: 'GC of eu' } }),
  ];
  const found = (typed: string): number[] => foundEntries(entries, typed).map((one) => entries.indexOf(one));
  expect(['', 'EU', 'log refused', 'refused 0.2', 'operator capture', 'anyone', 'nobody'].map(found))
    .toEqual([[0, 1, 2, 3], [2, 3], [1], [1], [2], [3], []]);
  expect(subjectText(entry({ subject: { target: 'eu', id: 'n1' } }))).toBe('target eu, id n1');
});

it('pages that meet at one moment hold each entry once', () => {
  const [a, b, c] = [entry({ time: 3 }), entry({ time: 2 }), entry({ time: 2, user: 'olaf' })];
  expect(joinedPages([[a, b], [b, c]])).toEqual([a, b, c]);
});

describe('the headline', () => {
  const NOW = 100_000;
  const failed = (secondsAgo: number, address = '10.0.0.1'): AuditEntry =>
    entry({ time: NOW - secondsAgo, status: 401, role: null, by: null, address });

  it('counts failed logins of a day and their addresses', () => {
    expect(accessHeadline([entry({ time: NOW }), failed(90_000)], NOW, { isWhole: true, by: 'password' }))
      .toEqual({ sentence: 'No failed logins in 24 hours.', severity: 'ok', code: 'access-quiet' });
    expect(accessHeadline([failed(5)], NOW, { isWhole: true, by: 'password' }))
      .toMatchObject({ sentence: '1 failed login in 24 hours from 1 address.', severity: 'info' });
    const five = [1, 2, 3, 4, 5].map((ago) => failed(ago, `10.0.0.${Math.min(ago, 2)}`));
    expect(accessHeadline(five, NOW, { isWhole: true, by: 'password' }))
      .toMatchObject({ sentence: '5 failed logins in 24 hours from 2 addresses.', severity: 'warning' });
  });

  it('is that nobody has to log in, where that is so', () => {
    expect(accessHeadline([], NOW, { isWhole: true, by: 'nothing' })).toMatchObject({
      sentence: 'No login is required: everyone who reaches this page is admin.', severity: 'info',
    });
  });

  it('says so when the entries do not reach back a day', () => {
    expect(accessHeadline([failed(5)], NOW, { isWhole: false, by: 'password' }).sentence)
      .toBe('At least 1 failed login in 24 hours from 1 address.');
    expect(accessHeadline([entry({ time: NOW - 5 })], NOW, { isWhole: false, by: 'password' }))
      .toMatchObject({ sentence: 'No failed logins in the entries loaded.', severity: 'unknown' });
  });
});

it('a token is valid up to its time', () => {
  expect([null, 11, 10].map((expiresTime) => tokenState({ expiresTime }, 10))).toEqual(['valid', 'valid', 'expired']);
});
