/** Says why the exports of a Collector failed before its sending queue was full. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { quoted, timeOf } from '../../../look/factTools.ts';

const FAILED = /"?(?:msg|M)"?[=:] ?"Exporting failed\. (?:Will|The) [^"]{0,80}retr|\tExporting failed\. (?:Will|The) /;
const FULL = /sending_?\s?queue is full/;
const REACHES = /"error"[=:] ?"(?:[^"\\]|\\.){0,900}?((?:dial tcp|lookup|read tcp|write tcp) (?:[^"\\]|\\.){1,300})"/;
/** An error that names no address: what the backend answered, or that it did not answer in time. */
const ANSWERED = /"error"[=:] ?"((?:[^"\\]|\\.){1,400})"/;
const TOO_LATE = /DeadlineExceeded|deadline exceeded|Client\.Timeout|i\/o timeout/;
const NAME = /"(?:name|otelcol\.component\.id)" ?: ?"([^"\n]{1,200})"/;
const MAX_LINE = 4000;

const nameOf = (line: string): string | null => NAME.exec(line)?.[1] ?? null;

/** Names why exports failed before the queue was full, by lines of any level; null without such lines. */
export function failedBefore(lines: readonly string[]): string | null {
  const read = lines.map((line) => line.slice(0, MAX_LINE));
  const full = read.filter((line) => FULL.test(line)).map((line) => ({ at: timeOf(line), name: nameOf(line) }))
    .filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at);
  const [begin] = full;
  if (begin === undefined) return null;
  const names = new Set(full.flatMap(({ name }) => name ?? []));
  const failed = read.filter((line) => FAILED.test(line)).map((line) => {
    const address = REACHES.exec(line)?.[1];
    const why = address ?? ANSWERED.exec(line)?.[1];
    return { at: timeOf(line), name: nameOf(line), why, isAddress: address !== undefined };
  }).filter(({ at, name }) => Number.isFinite(at) && (name === null || names.size === 0 || names.has(name)))
    .sort((a, b) => a.at - b.at);
  const [first] = failed;
  const whys = new Set(failed.filter(({ at }) => at <= begin.at).flatMap(({ why }) => why ?? []));
  const [why] = whys;
  if (first === undefined || why === undefined || whys.size > 1 || first.at > begin.at) return null;
  const count = failed.filter((one) => one.why === why).length;
  const of = new Set(failed.flatMap(({ name }) => name ?? []));
  const who = of.size === 1 ? ` of ${[...of].join('')}` : '';
  return `Exports${who} have failed since ${new Date(first.at * 1000).toISOString().slice(0, 19)}Z (${
    count === 1 ? 'one line' : `${count} lines`}: ${quoted(why)}), and ${
    formatSeconds(begin.at - first.at)} later the sending queue was full: ${
    first.isAddress ? 'see to that address first' : TOO_LATE.test(why)
      ? 'see first why its backend does not answer in time' : 'see to that error first'}.`;
}
