/** Tests that the function in which nearly all of a table of pprof is leads, and that its callers are asked for. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const table = (cum: string, self = '0.45s  4.50%'): string => [
  'File: shop', 'Type: cpu', 'Duration: 10s, Total samples = 10s (100%)',
  'Showing nodes accounting for 4s, 40% of 10s total', '      flat  flat%   sum%        cum   cum%',
  '     1.20s 12.00% 12.00%      1.20s 12.00%  runtime.duffcopy',
  '     0.90s  9.00% 21.00%      1.50s 15.00%  example.com/shop/rules.(*Lexer).next',
  `     ${self} 25.50%      ${cum}  example.com/shop/rules.(*Parser).Parse`,
].join('\n');
const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';

it('leads with the function that has nearly all, and shows who calls it', () => {
  const facts = said(table('9.30s 93.00%'));
  expect(facts).toMatch(/^rules\.\(\*Parser\)\.Parse has nearly all with what it calls: 9\.30s \(93\.00%\) of cpu\. /);
  expect(facts).toContain("go tool pprof -peek 'rules\\.\\(\\*Parser\\)\\.Parse$' shows them.");
  expect(facts).not.toContain('duffcopy$');
});

it.each([['8.00s 80.00%', '0.45s  4.50%'], ['9.30s 93.00%', '0.01s  0.10%'], ['9.30s 93.00%', '6.00s 60.00%']])(
  'does not lead with %s, of which %s is its own', (cum, self) => {
    expect(said(table(cum, self))).not.toContain('has nearly all');
  }
);

it('says what quantiles of summaries cost less with', () => {
  const rows = table('1.00s 10.00%').replace('example.com/shop/rules.(*Lexer).next', 'github.com/beorn7/perks/quantile.'
    + '(*stream).merge').replace('1.50s 15.00%', '5.50s 55.00%');
  expect(said(rows)).toContain('computes the quantiles of summaries (client_golang): use histograms instead');
});
