import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import type { Recognized } from '../../look/recognized.ts';
import { withMatterFirst } from './mainMatter.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const whole = (interest: string): Recognized =>
  ({ ...recognize(new TextEncoder().encode('x')), interest, door: 'log' });

describe('the matter of a text comes first', () => {
  const RELOADED = 'It logged the error "Error reloading config" at 2026-01-02T03:05:00Z.';
  const failed = (second: number): string => `level=debug ts=2026-01-02T03:04:0${second}.1Z caller=scrape.go:937 `
    + 'component="scrape manager" scrape_pool=a target=http://10.0.0.1:8001/metrics msg="Scrape failed" '
    + 'err="context deadline exceeded"';
  const reload = 'level=error ts=2026-01-02T03:05:00.1Z caller=main.go:757 msg="Error reloading config" '
    + 'err="global scrape timeout greater than scrape interval"';

  it('what the title names and goes on, before a later error of one time', () => {
    const lines = [failed(1), failed(3), failed(5), failed(7), reload];
    const up = 'ts=2026-01-02T03:04:06.1Z level=debug component="discovery manager scrape" msg="discoverer exited"';
    const asked = (title: string): string => of(title, '', '```', ...lines.slice(0, 2), up, ...lines.slice(2), '```');
    const other = `${RELOADED} The failure "Scrape failed" occurs 9 times. The cause given is "context deadline `
      + 'exceeded".';
    expect(withMatterFirst(whole(other), '# Target flips, "context deadline exceeded"\n').interest)
      .toMatch(/^The failure "Scrape failed" .* It logged the error "Error reloading config"/);
    expect(withMatterFirst(whole(other), '# Reloads do nothing any more\n').interest).toBe(other);
    expect(asked('# Reloads do nothing any more')).toMatch(/^It logged the error "Error reloading config"/);
  });

  const WARNED = 'It logged the warning "Append failed" at 2026-01-02T03:04:05Z.';
  const HEAP = 'a table that go tool pprof printed: Of 29.4MB of inuse_space in all, a.B has most.';

  it('what is complained of, before a warning of one time', () => {
    const facts = `${WARNED} It also has ${HEAP} In the text, a is 1.`;
    expect(withMatterFirst(whole(facts), '# Memory of my service only grows\n').interest)
      .toBe(`It has ${HEAP} ${WARNED} In the text, a is 1.`);
    expect(withMatterFirst(whole(facts), '# Scrapes of my service fail\n').interest).toBe(facts);
  });

  it('not before an end or an error', () => {
    const facts = `The error "Append failed" occurs 9 times. It also has ${HEAP}`;
    expect(withMatterFirst(whole(facts), '# Memory of my service only grows\n').interest).toBe(facts);
  });
});
