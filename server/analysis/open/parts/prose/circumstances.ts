/**
 * Quotes what the writer of a report says of the circumstances of a fault: since what change it occurs, what ends it,
 * where and how often it occurs, what is seen of it. Pure; bounded.
 */
import { joined } from '../../look/factTools.ts';
import { expectedIn, writersSentences } from '../../look/writersSentences.ts';
import { isTold, placesOf, quotations, type Place } from './quotedWords.ts';

const any = (...patterns: readonly (RegExp | string)[]): RegExp =>
  new RegExp(patterns.map((one) => (typeof one === 'string' ? one : one.source)).join('|'), 'i');

const BACK = String.raw`(?:(?:going|go|went|switch(?:ed|ing)?|mov(?:ed|ing)|chang(?:ed|ing)) back`
  + String.raw`|roll(?:ed|ing)?[- ]?back|revert(?:ed|ing)?|downgrad(?:e|ed|ing))`;
const STOPPED = String.raw`(?:restart|reboot|stop|stopp|kill|recreat|redeploy|delet|remov|disabl|unload|bounc)`
  + '(?:e|s|es|ed|ing)?';
/** Words by which a fault is over. */
const OVER = String.raw`(?:(?:fix|solv|help|resolv|work|cur|recover|disappear|vanish|clear|stabili[sz]|free)`
  + String.raw`(?:e|s|es|ed|ing)?|away|gone|fine|ok|okay|(?:back to )?normal|falls?|drops?)`;
const NOT_OVER = /(?:\bnot|n't|\bnever|\bno|\bwithout) (?:[\w-]{1,20} ){0,2}(?:fix|solv|help|resolv|work|cur|recover)/i;

/** Words on what was changed before a fault, and with which version it does not occur. */
const CHANGED = any(
  String.raw`\b(?:after|since|following|when (?:we|i)) (?:[\w-]{1,20} ){0,4}`
    + '(?:upgrad|updat|downgrad|migrat|reboot|restart|replac|resiz|reinstall|maintenance|fail-?over|deploy|roll-?out)',
  String.raw`\b(?:after|since|began when|started when) (?:(?:we|i|the|our|my) ){0,2}`
    + '(?:enabl|disabl|add|remov|delet|chang|mov|switch|doubl|tripl|increas|rais|reduc|lower|scal|introduc|install'
    + String.raw`|connect|replac|renam|split|merg)(?:ed|ing)\b`,
  String.raw`\b(?:upgrad|updat|downgrad|migrat|mov|switch)(?:ed|ing)\b.{0,60}\bfrom\b.{1,60}(?:\bto\b|->|\u2192|=>)`,
  String.raw`(?:^|\b(?:we|i) )(?:(?:just|recently|have|had) ){0,2}(?:upgrad|updat|downgrad|migrat)ed\b.{0,60}\bto\b`,
  String.raw`\b${BACK}\b.{0,80}(?<!not )(?<!n't )\b${OVER}\b`,
  String.raw`\b${OVER}\b.{0,50}\b(?:after|by|when|with|once|on) (?:[\w-]{1,20} ){0,3}${BACK}\b`,
  String.raw`\b(?:work(?:s|ed|ing)|runs?|ran) (?:[\w-]{1,20} )?(?:fine|well|ok|okay|correctly)\b`
    + String.raw`.{0,40}\b(?:on|with|in|before|until)\b`,
  String.raw`(?:\b(?:same|it|this|that|which)\b.{0,40}\b|^)works? (?:fine |well )?(?:with|without|on|outside|in)\b`,
  String.raw`\b(?:no|without) (?:such |the |this |any )?(?:problems?|issues?|errors?|crash(?:es)?) `
    + String.raw`(?:on|with|in|before) (?:[\w-]{1,20} ){0,2}v?\d`,
  String.raw`\b(?:happens|occurs|appears|fails) only\b|\bonly (?:happens|occurs|appears|fails)\b`,
  String.raw`\b(?:started|began|breaks|broke|fails|failed|crashes|stopped)\b.{0,60}`
    + String.raw`\b(?:after|since|on|with) .{0,30}\bv?\d{1,3}\.\d{1,4}\.\d`,
);

/** Words on what ends a fault for a while. */
const RELIEVED = any(
  String.raw`\b${STOPPED}\b.{0,60}(?<!not )(?<!n't )\b(?:works? (?:again|fine|well|normally)|back to normal`
    + String.raw`|(?:free|fixe|resolve|help|solve|recover|clear|cure|disappear)(?:s|d|ed)|goes away|is gone|falls`
    + String.raw`|drops)\b`,
  String.raw`\b${OVER}\b.{0,40}\b(?:after|when|once|until|by|only) (?:[\w-]{1,20} ){0,4}${STOPPED}\b`,
  String.raw`\b${STOPPED}\b.{0,60}\bbrings? (?:[\w-]{1,20} ){0,4}back\b|\bonly (?:an? )?${STOPPED}\b`,
);

const COUNT = String.raw`(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)`;
const MEMBERS = '(?:pods?|replicas?|instances?|nodes?|hosts?|servers?|machines?|shards?|clusters?|ingesters?|members?'
  + '|containers?|environments?|regions?|datacent(?:er|re)s?)';
/** Words on how many members have a fault. */
const EXTENT = any(
  String.raw`\b(?:all|both)(?: of)?(?: the| our| my| these)? (?:${COUNT} )?(?:[\w-]{1,20} ){0,2}`
    + String.raw`${MEMBERS}\b|\ball (?:of )?(?:the |our )?${COUNT} [a-z-]{2,20}s\b|\ball of them\b`,
  String.raw`\b(?:only|just) (?:on |in )?(?:one|1|a single|two|2|some|a few)(?: out)? (?:of )?(?:the |our |my )?`
    + String.raw`(?:${COUNT} )?(?:[\w-]{1,20} ){0,2}${MEMBERS}\b`,
  String.raw`\b(?:one|two|1|2) (?:out )?of (?:the |our |my )?${COUNT} (?:[\w-]{1,20} ){0,2}${MEMBERS}\b`,
  String.raw`\b${COUNT} (?:out )?of (?:the |our |my )?${COUNT} [a-z-]{2,20}s\b`,
);

/** Words on members next to a fault of theirs. */
const OF_FAULT = any(
  /\b(?:see|saw|shows?|logs?|fail|happen|occur|same|errors?|crash|affect|restart|report|cannot|can't|down)/,
  /\b(?:hang|stuck|stop|issue|problem|kill|oom|missing|empty|unhealthy|unreachable|slow)/,
);

const UNIT = '(?:seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?)';
const DAY = '(?:yesterday|today|this (?:morning|week|month)|(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day'
  + String.raw`|last (?:night|week|month|year)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}`
  + String.raw`|\d{4}-\d\d-\d\d|\d{1,2}:\d\d\b|\d{1,2} ?[ap]m\b)`;
/** Words on when, how often or how long a fault occurs. */
const OCCURS = any(
  /\b(?:every|each) (?:re)?start\b|\bkeeps? (?:crash|restart|fail|panick)ing\b|\bcrash-?loop(?:s|ing)\b/,
  /\brestart(?:s|ed|ing)? (?:indefinitely|endlessly|again and again|over and over|all the time)\b/,
  String.raw`\bevery (?:${COUNT} |few |couple of |other )?${UNIT}\b`,
  String.raw`\b(?:once|twice|(?:${COUNT}|several|some|a few) times) (?:an?|per|every|each) ${UNIT}\b`,
  /\b(?:waited|stuck|hangs?|hung|takes?|took|lasts?|lasted)\b.{0,40}\b\d{1,4} ?(?:h|hours?|days?|min|minutes?)\b/,
  /\b(?:while|whenever|during) (?:[\w-]{1,20} ){0,3}(?:query|restart|compact|start|writ|import|backup|deploy|replay)/,
  /\b(?:backups?|snapshots?|cron ?jobs?|maintenance) (?:also )?(?:runs?|starts?|begins?)\b/,
  String.raw`\b(?:since|started|began|beginning) (?:on |at |in |about |around )?${DAY}`,
  String.raw`\b(?:for|over) (?:the (?:last|past) |about |more than )?${COUNT} ${UNIT}\b`,
);

/** Facts on a disk, on samples that may be lost, and what is seen of such and of any fault. */
const OF_DISK = /\bdisk\b|no space left|\bWAL\b|compactions? /i;
const DISK = String.raw`\b(?:disks?|volumes?|space|storage|PVC?)\b`;
const DISK_SEEN = any(
  String.raw`${DISK}.{0,50}\b(?:fills?|full|100 ?%|runs? out|eats?|used up|grow\w*)`,
  String.raw`\b(?:fills?|eats?|us(?:es|ing)|takes?|consum\w+)\b.{0,40}${DISK}`,
);
const OF_LOSS = /\bcounts less than was sent\b|\bdrops?\b|\bdropped\b|\blost\b|\bare missing\b/i;
const NO_LOSS = new RegExp(/(?:\bno|\bnot|n't|\bwithout|\bnone)\b.{0,60}/.source
  + /\b(?:dropp(?:ed|ing)|missing|lost|los(?:ing|s)|gaps?)\b/.source, 'i');
const SEEN = any(
  /\b(?:dashboards?|graphs?|panels?|charts?) (?:are|is|shows?|were|went) (?:all )?(?:empty|blank|broken|no |nothing)/,
  /\b(?:gaps? in|missing|lose|losing|no) (?:the |our |any |some )?(?:data|metrics|samples|logs|alerts)\b/,
  /\b(?:is|are|was|were|goes|went) (?:down|unavailable|unreachable|not (?:working|respond|avail|reach))/,
  /\bbecomes? (?:unavailable|unreachable|unresponsive|very slow)\b/,
);

/** The topic of an expectation, and its amount; others say only that nothing should fail. */
const TOPIC = /\b(?:WAL|disk|memory|CPU|retention|latency|duration)\b/i;
const AMOUNT = /\d ?(?:%|[KMGT]i?B?\b|GB|MB|ms\b|s\b|seconds|minutes|hours|days|cores?\b)/;
const MAX_EXPECTED = 160;

/** Returns what was expected of something that the facts do not name, or with an amount; null otherwise. */
function expected(facts: string, text: string): string | null {
  const own = expectedIn(text)?.replace(/[.\s]{1,8}$/, '').replaceAll('"', '\'') ?? '';
  const topic = TOPIC.exec(own)?.[0] ?? '';
  const isTelling = AMOUNT.test(own) || (topic !== '' && !facts.toLowerCase().includes(topic.toLowerCase()));
  return own.length > MAX_EXPECTED || !isTelling ? null : `Expected was: "${own}".`;
}

/** Returns the heading at the beginning, which the sentences below say at more length. */
const titleOf = (text: string): string => /^\s{0,40}#{1,3} {1,4}(\S[^\n]{0,400})/.exec(text)?.[1]?.trim() ?? '';

const MAX_SENTENCES = 60;
const MAX_QUOTED = 3;
const MAX_TOGETHER = 440;

/** Returns the quotations, the most telling kinds first, as many as are short together. */
function chosen(places: readonly Place[], sentences: readonly string[]): string[] {
  for (let most = MAX_QUOTED; most > 1; most -= 1) {
    const quotes = quotations(places, sentences, most);
    if (quotes.join('').length <= MAX_TOGETHER) return quotes;
  }
  return quotations(places, sentences, 1);
}

/** Returns what the writer says of the circumstances of a fault that `facts` tell; null without such a sentence. */
export function circumstances(facts: string, text: string): string | null {
  const all = writersSentences(text, { hedged: true });
  if (all.length > MAX_SENTENCES) return null;
  const sentences = all.filter((one) => !isTold(one, facts));
  const places = (...says: readonly RegExp[]): Place[] => says.flatMap((one) => placesOf(one, sentences));
  // What only leads to the lines below says nothing of the fault.
  const ofDisk = !OF_DISK.test(facts) ? [] : places(DISK_SEEN).filter(({ own }) => !own.endsWith(':'));
  const changes = places(CHANGED).filter(({ own }, _, every) => own !== titleOf(text) || every.length === 1);
  const relief = places(RELIEVED).filter(({ own }) => !NOT_OVER.test(own));
  const quotes = chosen([
    ...changes, ...relief, ...places(EXTENT).filter(({ own }) => OF_FAULT.test(own)),
    ...OF_LOSS.test(facts) ? places(NO_LOSS) : [], ...ofDisk, ...places(OCCURS, SEEN),
  ], sentences);
  const older = sentences.map(olderVersion).find((one) => one !== null) ?? null;
  return joined([
    quotes.length === 0 ? null : `The text says: ${quotes.join('; ')}.`, expected(facts, text),
    older === null ? null : `By that, the newer version brings it: stay on ${older} for now, and look for it in the `
      + 'release notes and issues of the newer one.',
  ]);
}

const TO_OLDER = new RegExp(String.raw`\b${BACK}\b(?: [\w.-]{1,20}){0,3} (?:to|on) ((?:[\w-]{1,20} ){0,3}`
  + String.raw`v?\d{1,3}(?:\.\d{1,4}){1,3})\b(?! ?(?:%|[KMGT]i?B?\b|CPUs?\b|cores?\b|m?s\b|seconds|x\b))`, 'i');
const ENDS_IT = new RegExp(String.raw`\b${OVER}\b`, 'i');

/** Returns the version by which the writer ended the fault, with the words before it; null for other sentences. */
function olderVersion(sentence: string): string | null {
  const found = TO_OLDER.exec(sentence);
  const version = found?.[1];
  if (found === null || version === undefined || NOT_OVER.test(sentence)) return null;
  return ENDS_IT.test(sentence.replace(found[0], ' ')) ? version : null;
}

/** The duration that a writer complains about. */
const TAKES = any(String.raw`\b(?:tak(?:es?|ing)|took|lasts?|lasted)\b.{0,60}\b(?:${COUNT}|\d{1,5}) ?(?:${UNIT}|h)\b`
  + String.raw`.{0,60}\b(?:start|load|replay|quer|compact|respond|answer|restart|reload|ready)`);

/** Returns what the writer of a text whose lines name no fault complains of; null without such a sentence. */
export function complaint(facts: string, text: string): string | null {
  const all = writersSentences(text, { hedged: true });
  if (all.length > MAX_SENTENCES) return null;
  const [said] = quotations(placesOf(TAKES, all.filter((one) => !isTold(one, facts))), all, 1);
  return said === undefined ? null : `The text says: ${said}.`;
}
