/** Says what two scrapes of one process that were opened together show, such as a queue that sends nothing. Pure. */
import { readScrape } from '../../../analysis/open/scrapes/readScrape.ts';
import { remoteWriteFacts } from '../../../analysis/open/scrapes/remote/remoteWrite.ts';
import { storageLoad } from '../../../analysis/open/scrapes/victoria/storageLoad.ts';
import { scrapesCompared } from '../../../analysis/open/scrapes/two/twoScrapes.ts';
import type { TogetherText } from './togetherFile.ts';

/** The beginning of what is said of a queue. */
const REMOTE_WRITE = 'Remote write';

/** Returns the sentences with the comparison before what the later one says alone; as they are if nothing is said. */
export function scrapesTogether(files: readonly TogetherText[]): readonly string[] {
  const sides = files.map(({ name, text }) => ({ name, samples: readScrape(text).samples }));
  const [before, after] = sides;
  const said = before === undefined || after === undefined ? null : scrapesCompared(before, after);
  if (said === null) return files.map(({ sentence }) => sentence);
  const later = files.find(({ name }) => said.startsWith(name))?.name ?? '';
  // What both say of the queues of remote write, and of the storage, is in the comparison with rates, if it moved.
  const isOfQueues = said.includes(REMOTE_WRITE);
  return files.map(({ name, sentence }, i) => {
    const samples = sides[i]?.samples ?? [];
    const alone = [...isOfQueues ? remoteWriteFacts(samples) : [], storageLoad(samples) ?? '']
      .reduce((text, fact) => (fact === '' ? text : text.replace(` ${fact}`, '')), sentence)
      .replace('; one scrape has no rates.', '.');
    return name === later ? `${said} ${alone}` : `The earlier scrape; ${later} is compared with it. ${alone}`;
  });
}
