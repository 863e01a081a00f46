/** Replaces the advice to run a command by what its output says, where the text has that output. Pure; bounded. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import type { Recognized } from '../../look/recognized.ts';
import type { Answer } from './answers/answer.ts';
import { BUCKET_ANSWERS } from './answers/bucketListing.ts';
import { POOL_ANSWERS } from './answers/chunkPool.ts';
import { INDEX_ANSWERS } from './answers/churnedIndex.ts';
import { CURL_ANSWERS } from './answers/curlTimes.ts';
import { DISK_ANSWERS } from './answers/diskSpeed.ts';
import { MOUNT_ANSWERS } from './answers/hungMount.ts';
import { HEAD_ANSWERS } from './answers/grownHead.ts';
import { IN_FORCE_ANSWERS } from './answers/inForce.ts';
import { MEMBER_ANSWERS } from './answers/memberPods.ts';
import { FILE_ANSWERS } from './answers/openFiles.ts';
import { FOLDER_ANSWERS } from './answers/ownedFolder.ts';
import { SET_ANSWERS } from './answers/recreatedSets.ts';
import { SENDER_ANSWERS } from './answers/senderLabels.ts';
import { TWICE_ANSWERS } from './answers/sentTwice.ts';
import { SERIES_ANSWERS } from './answers/seriesInMemory.ts';

const MAX_CHARS = 64 * 1024;
/** A row of df that is full, of bytes or of inodes; images that are mounted always are. */
const FULL_ROW = new RegExp(/^(?!\/dev\/loop|squashfs|\/dev\/sr\d)\S{1,300}[ \t][^\n]{0,200}?[ \t]/.source
  + /(?:9[5-9]|100)%[ \t]{1,20}\/\S{0,300}[ \t]{0,40}$/.source, 'm');
const PORT = /:(\d{2,5}): bind: address already in use/;
const TIMED = /\b(?:time_)?total["']?[ \t]{0,20}[:=][ \t]{0,20}\d[\d.,]{0,20}/;
const FIRST_BYTE = /\b(?:time_)?starttransfer["']?[ \t]{0,20}[:=][ \t]{0,20}\d/;

/** Returns the process that listens on a port by a row of ss, netstat or lsof; null without one. */
function listenerOf(port: string, text: string): string | null {
  const [, ofSs, pidOfSs, pidOfNetstat, ofNetstat, ofLsof, pidOfLsof] = new RegExp([
    String.raw`^[^\n]{0,40}\bLISTEN\b[^\n]{0,80}?:${port}\s[^\n]{0,100}?users:\(\("([^"\n]{1,60})",pid=(\d{1,9})`,
    String.raw`^[^\n]{0,60}?:${port}\s[^\n]{0,60}\bLISTEN\s{1,12}(\d{1,9})\/([^\s]{1,60})`,
    String.raw`^([\w.-]{1,60})\s{1,12}(\d{1,9})\s[^\n]{0,120}?:${port} \(LISTEN\)`,
  ].join('|'), 'm').exec(text) ?? [];
  const name = ofSs ?? ofNetstat ?? ofLsof;
  const pid = pidOfSs ?? pidOfNetstat ?? pidOfLsof;
  return name === undefined || pid === undefined ? null : `${name} (pid ${pid})`;
}

/** A list of nodes of which one is not ready. */
const OF_NODES = new RegExp(/ It also has a list of nodes of kubectl get: it lists \d{1,6} nodes[^:]{0,80}, /.source
  + /not ready or not schedulable: ([\w.-]{1,253})\.(?= |$)/.source);

/** The advice in facts, and what stands in its place; null if the text does not have that output. */
const ADVICE: readonly Answer[] = [
  ...CURL_ANSWERS, ...DISK_ANSWERS, ...FOLDER_ANSWERS, ...BUCKET_ANSWERS, ...SENDER_ANSWERS, ...MEMBER_ANSWERS,
  ...MOUNT_ANSWERS, ...FILE_ANSWERS, ...IN_FORCE_ANSWERS, ...SERIES_ANSWERS, ...POOL_ANSWERS, ...SET_ANSWERS,
  ...INDEX_ANSWERS, ...TWICE_ANSWERS, ...HEAD_ANSWERS,
  [/: see df and df -i of that path, free space,/, (text) => (FULL_ROW.test(text) ? ': free space there,' : null)],
  [/: see which \(ss -ltnp\), then stop it,/, (text, facts) => {
    const port = PORT.exec(facts)?.[1] ?? PORT.exec(text)?.[1];
    const listener = port === undefined ? null : listenerOf(port, text);
    return listener === null ? null : `, ${listener} by the text: stop it,`;
  }],
  // The sentence on the file system has the folder with its share.
  [/ It also has the output of du: it lists a WAL of \d{5,15} \([^()]{1,60}\)\.(?= |$)/,
    (_, facts) => (/ By du, \/\S{1,300} has /.test(facts) ? '' : null)],
  [/ It also has the output of du: \S{1,300} has most of those listed: \S{1,20}\.(?= |$)/,
    (_, facts) => (/ By du, \/\S{1,300} has /.test(facts) ? '' : null)],
  // The only node that is not ready is reported with its version.
  [OF_NODES, (_, facts) => {
    const node = OF_NODES.exec(facts)?.[1];
    return node !== undefined && facts.includes(`The node ${node} (`) ? '' : null;
  }],
  [/: request its URL from the host or container that scrapes, and compare the time with scrape_timeout\./,
    (text) => (TIMED.test(text) && FIRST_BYTE.test(text)
      ? ': the text times such a request, so compare its time with scrape_timeout.' : null)],
];

/** Returns `whole` without advice to run what the text shows. */
export function withShownOutputs(whole: Recognized, text: string): Recognized {
  const { interest } = whole;
  if (interest === null || !ADVICE.some(([step]) => fits(step, interest))) return whole;
  const head = text.slice(0, MAX_CHARS);
  return { ...whole, interest: ADVICE.reduce((facts, one) => answered(facts, head, one), interest) };
}

/** Returns facts with the answer to an advice in its place or before them; as they are without both. */
function answered(facts: string, text: string, [step, instead, leads]: Answer): string {
  if (!step.test(facts)) return facts;
  const said = instead(text, facts);
  return said === null ? facts
    : leads === undefined ? facts.replace(step, () => said)
      : `${said} ${facts.replace(step, '').trim()}`;
}
