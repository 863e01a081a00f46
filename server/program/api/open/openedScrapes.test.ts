import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { remoteWriteFacts } from '../../../analysis/open/scrapes/remote/remoteWrite.ts';
import { readScrape } from '../../../analysis/open/scrapes/readScrape.ts';
import { withScrapes } from './openedScrapes.ts';

const scrape = (newest: number): string => [
  'process_start_time_seconds 1700000000', `prometheus_remote_storage_highest_timestamp_in_seconds ${newest}`,
  'prometheus_remote_storage_queue_highest_sent_timestamp_seconds{remote_name="far"} 1700009000',
  'prometheus_remote_storage_samples_total{remote_name="far"} 500',
].join('\n');

it('two scrapes are compared in front of the later one, and neither tells its queue alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scrapes-'));
  try {
    const texts = { 'now.txt': scrape(1_700_009_400), 'then.txt': scrape(1_700_009_340) };
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const files = Object.entries(texts).map(([name, text]): OpenedFile => ({
      name, sizeBytes: text.length, outcome: 'opened', address: null, profiles: [], target: name, log: null,
      output: null,
      sentence: `A scrape. ${remoteWriteFacts(readScrape(text).samples).join(' ')} It has 9 goroutines.`,
      what: { format: 'metrics', name: 'a scrape', program: null, version: null, confidence: 'likely', envelope: null },
    }));
    const [now, then] = await withScrapes(sent, files);
    expect(now?.sentence).toMatch(/^now\.txt is 60 s later than then\.txt, of the same process\. Remote write /);
    expect(now?.sentence).toMatch(/ A scrape\. It has 9 goroutines\.$/);
    expect(then?.sentence).toBe('The earlier scrape; now.txt is compared with it. A scrape. It has 9 goroutines.');
    expect(await withScrapes(sent.slice(0, 1), files.slice(0, 1))).toEqual(files.slice(0, 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
