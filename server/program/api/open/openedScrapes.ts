/** Says what two scrapes of one process that were opened together show, such as a queue that sends nothing. */
import { readFile } from 'node:fs/promises';
import { MAX_OUTPUT_BYTES } from '../../../../core/bounds.ts';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { readScrape } from '../../../analysis/open/scrapes/readScrape.ts';
import { remoteWriteFacts } from '../../../analysis/open/scrapes/remote/remoteWrite.ts';
import { scrapesCompared, type ScrapeSide } from '../../../analysis/open/scrapes/two/twoScrapes.ts';
import { plain } from './openFile.ts';
import type { SentFile } from './sentFiles.ts';

const METRICS = 'metrics';

/** Puts the comparison of two scrapes before what each says alone; returns other files as they are. */
export async function withScrapes(
  sent: readonly SentFile[], files: readonly OpenedFile[]
): Promise<readonly OpenedFile[]> {
  const [one, other] = sent;
  if (one === undefined || other === undefined || sent.length !== 2 || files.length !== 2
    || files.some(({ name, what, target }, i) => what.format !== METRICS || target === null || name !== sent[i]?.name)
    || Math.max(one.sizeBytes, other.sizeBytes) > MAX_OUTPUT_BYTES) return files;
  const [before, after] = await Promise.all([one, other].map(async ({ name, file }): Promise<ScrapeSide> =>
    ({ name, samples: readScrape(new TextDecoder().decode(await plain(await readFile(file)))).samples })));
  const said = before === undefined || after === undefined ? null : scrapesCompared(before, after);
  if (said === null) return files;
  const later = files.find(({ name }) => said.startsWith(name))?.name ?? '';
  // What both say of the queues of remote write is in the comparison.
  return files.map((file, i) => {
    const alone = remoteWriteFacts((i === 0 ? before : after)?.samples ?? [])
      .reduce((text, fact) => text.replace(` ${fact}`, ''), file.sentence);
    return { ...file, sentence: said.startsWith(file.name) ? `${said} ${alone}`
      : `The earlier scrape; ${later} is compared with it. ${alone}` };
  });
}
