/** Says what scrapes of one process that were opened together show, such as a queue that sends nothing. Pure. */
import { nameOrder } from '../../../../core/profile/nameOrder.ts';
import { readScrape } from '../../../analysis/open/scrapes/readScrape.ts';
import { remoteWriteFacts } from '../../../analysis/open/scrapes/remote/remoteWrite.ts';
import { ruleGroupFacts } from '../../../analysis/open/scrapes/rules/ruleGroups.ts';
import { storageLoad } from '../../../analysis/open/scrapes/victoria/storageLoad.ts';
import { inTimeOrder, scrapesCompared } from '../../../analysis/open/scrapes/two/twoScrapes.ts';
import { withoutAlike } from './repeats.ts';
import type { TogetherText } from './togetherFile.ts';

/** The beginning of sentences about a queue. */
const REMOTE_WRITE = 'Remote write';
const RULE_GROUP = 'The rule group ';

/**
 * Returns the sentences with the comparison of the first and the last scrape before what the last one says alone; as
 * they are if nothing is said, or if more than two are not of one process.
 */
export function scrapesTogether(files: readonly TogetherText[]): readonly string[] {
  const sides = files.map(({ name, text }) => ({ name, samples: readScrape(text).samples }));
  const ordered = inTimeOrder(sides) ?? (sides.length === 2 ? sides : []);
  const [before, after] = [ordered[0], ordered.at(-1)];
  const said = before === undefined || after === undefined ? null : scrapesCompared(before, after);
  if (before === undefined || after === undefined || said === null) return files.map(({ sentence }) => sentence);
  const later = files.find(({ name }) => said.startsWith(name))?.name ?? '';
  const isFirst = before.name === later;
  const earlier = isFirst ? after.name : before.name;
  const order = before.name === after.name || nameOrder(before.name, after.name) !== (isFirst ? -1 : 1) ? ''
    : 'The times in the files contradict their names; the comparison is in order of time. ';
  const lastSentence = files.find(({ name }) => name === later)?.sentence ?? '';
  // What all say of the queues of remote write, and of the storage, is in the comparison with rates, if it moved.
  const isOfQueues = said.includes(REMOTE_WRITE);
  return files.map(({ name, sentence }, i) => {
    const samples = sides[i]?.samples ?? [];
    const alone = [
      ...isOfQueues ? remoteWriteFacts(samples) : [], storageLoad(samples) ?? '',
      said.includes(RULE_GROUP) ? ruleGroupFacts(samples) ?? '' : '',
    ]
      .reduce((text, fact) => (fact === '' ? text : text.replace(` ${fact}`, '')), sentence)
      .replace('; one scrape has no rates.', '.');
    return name === later ? `${order}${said} ${alone}`
      : name === earlier ? `The earlier scrape; ${later} is compared with it. ${withoutAlike(alone, lastSentence)}`
      : `A scrape between ${earlier} and ${later}, which are compared. ${alone}`;
  });
}
