/** Tests that documentation of an error is told apart from a report of it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { knownFacts } from './knownTexts.ts';

const nameOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).name;
const ID = 'err-mimir-max-series-per-user';

describe('documentation of an error', () => {
  it.each([
    ['behind its name', `${ID} is raised when the number of series in memory exceeds the limit of the tenant.`],
    ['with its name in code', `The error \`${ID}\` is returned if a tenant has too many series.`],
    ['as a heading', `### ${ID}\n\nThis error occurs when the number of in-memory series exceeds the limit.`],
    ['as a line', `${ID}\nThis non-critical error occurs when Mimir gets too many series.`],
    ['by what it means', `\`${ID}\` means that the tenant has too many series.`],
    ['in a table', `| Error ID | Description | How to fix it |\n|---|---|---|\n| \`${ID}\` | Too many series. | Raise `
      + 'the limit. |\n| `err-mimir-query-blocked` | The query is blocked. | Ask for less. |'],
    ['with the whole message', '"at least 2 live replicas required, could only find 1" occurs when the ring is small.'],
  ])('is no error that happened: %s', (_, text) => {
    expect(knownFacts(text)).toBeNull();
    expect(nameOf(...text.split('\n'))).not.toMatch(/known messages|error message/);
  });

  it.each([
    ['a line', `user=a: per-user series limit of 9 exceeded (${ID}). To adjust the related per-tenant limit, set`],
    ['since when', `Since noon we get ${ID} for one tenant.`],
    ['what somebody did', `${ID} is logged when we start the second replica.`],
    ['in a table with counts', `| Error | Description | Count |\n|---|---|---|\n| ${ID} | Too many | 12 |\n`
      + '| b | c | 3 |'],
    ['how often', `${ID} occurs 40 times.`],
    ['what was behind it', `${ID}\nThis error is new since the upgrade.`],
  ])('is told apart from a report: %s', (_, text) => {
    expect(knownFacts(text)?.program).toBe('Mimir');
  });
});

it('a text is named by the store that wrote the worst of its messages', () => {
  expect(knownFacts('We saw `too many unhealthy instances in the ring` and `context deadline exceeded`.')?.program)
    .toBe('Loki, Mimir, Cortex or Tempo');
  expect(knownFacts('- `too many unhealthy instances in the ring`\n- `err-mimir-query-blocked`')?.program)
    .toBe('Mimir');
  expect(knownFacts('- `slow fdatasync`\n- `TRACE_TOO_LARGE: max size of trace (5000000) exceeded`')?.program)
    .toBe('Tempo');
});

it('a program that is not in the image keeps its step in the quotation marks of a report', () => {
  const { interest } = recognize(new TextEncoder().encode('It fails:\n\n`OCI runtime create failed: starting '
    + 'container process caused: exec: "/bin/loki": stat /bin/loki: no such file or directory: unknown`'));
  expect(interest).toContain('correct the command or entrypoint, or take another image.');
});
