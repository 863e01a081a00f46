/** Finds targets that were down in one answer of a query API and have samples in a later one of the same text. Pure. */
import { formatDateTime, formatSeconds } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { vectorSamples } from '../structure/serverStates.ts';

const MAX_TOLD = 3;
const ANSWER = /"resultType"\s{0,100}:\s{0,100}"vector"/;

/** Says which targets were scraped again, as Prometheus returns no sample of a target whose last scrape failed. */
export function recoveries(blocks: readonly string[]): string | null {
  const samples = blocks.filter((text) => fits(ANSWER, text)).flatMap((text) => vectorSamples(text));
  const down = samples.filter(({ name, value }) => name === 'up' && value === 0);
  const said = down.flatMap((before): string[] => {
    const later = samples.filter(({ job, instance, timeSeconds }) => job === before.job
      && instance === before.instance && timeSeconds > before.timeSeconds);
    const [last] = later.sort((a, b) => b.timeSeconds - a.timeSeconds);
    return last === undefined || (last.name === 'up' && last.value === 0) ? []
      : [`${before.series} was scraped again: it has a sample at ${formatDateTime(last.timeSeconds, 'utc')} UTC, ${
        formatSeconds(last.timeSeconds - before.timeSeconds)} after it was down.`];
  });
  return said.length === 0 ? null : [...new Set(said)].slice(0, MAX_TOLD).join(' ');
}
