/** Compares how many cgroups two hosts have with the CPU that reading their statistics takes. Pure; bounded. */
import { formatNumber } from '../../../../../../core/text/format.ts';

const TOLD = /are statistics of memory cgroups: [^]{1,900}? or use a newer kernel\./;
const MAX_CHARS = 64 * 1024;
/** A sentence with the number of files or folders of cgroups. */
const SENTENCE = /[^.\n][^\n]{0,300}?\/sys\/fs\/cgroup\b[^\n]{0,300}/g;
const COUNT = /(?<![\d.,/-])(\d{3,7})(?![\d.,]*\d|\s?%|\s?[a-zA-Z]{1,2}\b)/g;
const PERCENT = /(\d{1,3}(?:\.\d{1,2})?)\s?%/g;
/** Ratio of CPU to ratio of counts from which the counts do not explain it. */
const MUCH_MORE = 3;

/** Adds to facts that the numbers of cgroups do not explain the CPU, if the text has both of two hosts. */
export function withCgroupCounts(facts: string, text: string): string {
  if (!TOLD.test(facts)) return facts;
  for (const [sentence] of text.slice(0, MAX_CHARS).matchAll(SENTENCE)) {
    const counts = [...sentence.matchAll(COUNT)].map(([, count]) => Number(count));
    const percents = [...sentence.matchAll(PERCENT)].map(([, percent]) => Number(percent));
    const [first, second, third] = counts;
    const [one, other, another] = percents;
    if (first === undefined || second === undefined || third !== undefined || one === undefined
      || other === undefined || another !== undefined || !(second > 0 && other > 0)) continue;
    const [many, much] = [first / second, one / other];
    if (many < 1 || much < MUCH_MORE * many) continue;
    return facts.replace(TOLD, (said) => `${said} The text counts ${first.toLocaleString('en-US')} and ${
      second.toLocaleString('en-US')} there, for ${formatNumber(one)} % and ${formatNumber(other)} % of CPU: ${
      formatNumber(many)} times as many do not explain ${formatNumber(much)} times the CPU, so removed ones are `
      + 'likely.');
  }
  return facts;
}
