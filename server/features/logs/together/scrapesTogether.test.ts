import { expect, it } from 'vitest';
import { readScrape } from '../../../analysis/open/scrapes/readScrape.ts';
import { remoteWriteFacts } from '../../../analysis/open/scrapes/remote/remoteWrite.ts';
import { ruleGroupFacts } from '../../../analysis/open/scrapes/rules/ruleGroups.ts';
import type { TogetherText } from './togetherFile.ts';
import { scrapesTogether } from './scrapesTogether.ts';

const scrape = (newest: number): string => [
  'process_start_time_seconds 1700000000', `prometheus_remote_storage_highest_timestamp_in_seconds ${newest}`,
  'prometheus_remote_storage_queue_highest_sent_timestamp_seconds{remote_name="far"} 1700009000',
  'prometheus_remote_storage_samples_total{remote_name="far"} 500',
].join('\n');

it('two scrapes are compared in front of the later one, and neither tells its queue alone', () => {
  const texts = { 'now.txt': scrape(1_700_009_400), 'then.txt': scrape(1_700_009_340) };
  const files = Object.entries(texts).map(([name, text]): TogetherText => ({
    name, text, file: name, sizeBytes: text.length, format: 'metrics', program: null, isLog: false, isTarget: true,
    isRefused: false,
    sentence: `A scrape. ${remoteWriteFacts(readScrape(text).samples).join(' ')} It has 9 goroutines.`,
  }));
  const [now, then] = scrapesTogether(files);
  expect(now).toMatch(/^now\.txt is 60 s later than then\.txt, of the same process\. Remote write /);
  expect(now).toMatch(/ A scrape\. It has 9 goroutines\.$/);
  expect(then).toBe('The earlier scrape; now.txt is compared with it. A scrape.');
});

it('a slow rule group is told in the comparison alone', () => {
  const group = (name: string, value: number): string =>
    `prometheus_rule_group_${name}{rule_group="/etc/rules/shop.yaml;burnrate"} ${value}`;
  const of = (newest: number, missed: number): string => [
    scrape(newest), group('last_duration_seconds', 70), group('interval_seconds', 30),
    group('iterations_total', 100 + missed), group('iterations_missed_total', missed),
  ].join('\n');
  const texts = { 'then.txt': of(1_700_009_340, 40), 'now.txt': of(1_700_009_400, 41) };
  const [, now = ''] = scrapesTogether(Object.entries(texts).map(([name, text]): TogetherText => ({
    name, text, file: name, sizeBytes: text.length, format: 'metrics', program: null, isLog: false, isTarget: true,
    isRefused: false, sentence: `A scrape. ${ruleGroupFacts(readScrape(text).samples) ?? ''} It has 9 goroutines.`,
  })));
  expect(now.split('takes longer than its interval')).toHaveLength(2);
  expect(now).toMatch(/ A scrape\. It has 9 goroutines\.$/);
});

it('of three scrapes the first and the last are compared, and of two processes none', () => {
  const of = (texts: Readonly<Record<string, string>>): readonly string[] =>
    scrapesTogether(Object.entries(texts).map(([name, text]): TogetherText => ({
      name, text, file: name, sizeBytes: text.length, format: 'metrics', program: null, isLog: false, isTarget: true,
      isRefused: false, sentence: 'A scrape. It has 9 goroutines.',
    })));
  const [last, first, middle] = of({
    'c.txt': scrape(1_700_009_460), 'a.txt': scrape(1_700_009_340), 'b.txt': scrape(1_700_009_400),
  });
  expect(last).toMatch(/^c\.txt is 2m later than a\.txt, of the same process\. Remote write /);
  expect(first).toMatch(/^The earlier scrape; c\.txt is compared with it\. /);
  expect(middle).toBe('A scrape between a.txt and c.txt, which are compared. A scrape. It has 9 goroutines.');
  expect(of({
    'a.txt': scrape(1_700_009_340), 'b.txt': scrape(1_700_009_400).replace('1700000000', '1700005000'),
    'c.txt': scrape(1_700_009_460),
  })).toEqual(['a', 'b', 'c'].map(() => 'A scrape. It has 9 goroutines.'));
});

it('names that say the opposite order are contradicted first', () => {
  const files = Object.entries({ 'before.txt': scrape(1_700_009_400), 'after.txt': scrape(1_700_009_340) })
    .map(([name, text]): TogetherText => ({
      name, text, file: name, sizeBytes: text.length, format: 'metrics', program: null, isLog: false, isTarget: true,
      isRefused: false, sentence: 'A scrape.',
    }));
  expect(scrapesTogether(files)[0]).toMatch(
    /^The times in the files contradict their names; the comparison is in order of time\. before\.txt is 60 s later /
  );
});
