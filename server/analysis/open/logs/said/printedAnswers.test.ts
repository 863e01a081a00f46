import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../../recognize.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));
const at = (rest: string): string => `[2026-01-02T03:04:05Z] ${rest}`;
const asked = (host: string): string =>
  at(`2026-01-02T03:04:05.1Z info: HTTP resp to POST(https://${host}/api/v1/push):`);

describe('an answer that a client prints over several lines', () => {
  it('with a status that a proxy changed', () => {
    const { program, interest } = of(asked('cortex.a.example'), at('  status: 503'), at('  body[:500]: 429-to-503: '
      + 'ingestion rate limit (700) exceeded while adding 90 samples and 0 metadata'), at('2026-01-02T03:04:05.2Z '
      + 'info: will retry'));
    expect(program).toBe('Cortex');
    expect(interest).toMatch(/^A client got status 503 for POST cortex\.a\.example\/api\/v1\/push: "429-to-503: in/);
    expect(interest).toContain('the status of the server was 429, and a proxy before it made 503 of that');
    expect(interest).toContain('send less, or raise the ingestion rate');
    expect(interest).toContain('The client tries again, by its line with "retry".');
  });

  it('of a host without a name of a server: all that the message may be of', () => {
    expect(of(asked('far.example'), at('  status: 429'), at('  body: ": ingestion rate limit (700) exceeded"')).program)
      .toBe('Loki, Mimir or Cortex');
  });

  it('which is not sent again', () => {
    const said = of(asked('far.example'), at('  status: 413'), at('  body: too large'), at('giving up, no retry'))
      .interest;
    expect(said).toContain('send smaller batches');
    expect(said).not.toContain('tries again');
  });

  it('none with a good status', () => {
    expect(of(asked('far.example'), at('  status: 200'), at('  body: ok')).interest ?? '')
      .not.toContain('A client got');
  });
});
