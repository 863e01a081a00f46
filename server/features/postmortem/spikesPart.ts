/** The causes of spikes in a postmortem: in its summary, and a section for each quantity. Pure. */
import type {
  PanelByName, PanelFinding, Part, QuantitySpikes, SpikeAttribution,
} from '../../../core/contract/contract.ts';
import { formatSeconds, formatValue } from '../../../core/text/format.ts';
import { mdTable, mdText } from '../../../core/text/markdown.ts';
import { render } from '../../../core/text/parts.ts';
import { cpuQuantity, quantityClaim, spikesConfidenceText } from '../../../core/spikesClaim.ts';
import { SPIKE_CAUSE_NAMES, SPIKE_NOUNS } from '../../../core/text/spikeCauses.ts';
import { costText, otherCosts, trainName } from '../../../core/text/trainWords.ts';

/** Returns the worst finding and the cause of CPU spikes; '' if neither is known. */
export function summaryText(
  { findings, panels }: { findings: readonly PanelFinding[]; panels: Partial<PanelByName> }
): string {
  const [worst] = findings.filter(({ severity }) => severity === 'critical' || severity === 'warning');
  const spikes = panels['gc-cpu']?.spikes;
  const claim = spikes === undefined || spikes.spikes.length === 0 ? null : quantityClaim(cpuQuantity(spikes));
  const said = [
    worst === undefined ? '' : mdText(worst.sentence),
    claim === null || spikes === undefined ? ''
      : `${mdText(render(claim))} Confidence: ${spikesConfidenceText(cpuQuantity(spikes))}.`,
  ].filter((text) => text !== '');
  return said.length === 0 ? '' : `${said.join(' ')}\n\n`;
}

/** Returns a section on the causes of spikes for each known quantity; none if an older answer has no causes. */
export function spikesText({ 'gc-cpu': gc, scrapes, memory, compaction }: Partial<PanelByName>): string[] {
  const cpu: SpikeAttribution | undefined = gc?.spikes;
  const others: (QuantitySpikes | null | undefined)[] = [scrapes?.spikes, memory?.spikes, compaction?.diskSpikes];
  return [cpu === undefined ? undefined : cpuQuantity(cpu), ...others].map((spikes) => {
    // Only CPU has a section if there are no spikes.
    if (!spikes || (spikes.quantity !== 'cpu' && spikes.spikes.length === 0)) return '';
    const claim = quantityClaim(spikes);
    return claim === null ? '' : quantityText(spikes, claim);
  });
}

function quantityText(spikes: QuantitySpikes, claim: Part[]): string {
  const { one, amount } = SPIKE_NOUNS[spikes.quantity];
  const said = `## ${one.charAt(0).toUpperCase()}${one.slice(1)}s\n\n${mdText(render(claim))}`;
  if (spikes.causes.length === 0) return said;
  const trains = (spikes.trains ?? []).filter(({ verdict }) => verdict === 'named');
  const byName = trains.length === 0 ? '' : `\n\n${mdTable(
    ['made by', 'every', 'spikes', 'CPU of each (95 % interval)', 'besides'],
    trains.map((train) => [
      mdText(trainName(train)), formatSeconds(train.periodSeconds), formatValue(train.spikes, 'count'),
      costText(train) ?? '', mdText(otherCosts(train).join('; ')),
    ])
  )}`;
  const rows = spikes.causes.map(({ cause, count, area, shareRatio }) => [
    SPIKE_CAUSE_NAMES[cause], formatValue(count, 'count'), formatValue(area, spikes.areaUnit),
    formatValue(Math.round(shareRatio * 100) / 100, 'ratio'),
  ]);
  return `${said} Confidence: ${spikesConfidenceText(spikes)}.\n\n`
    + mdTable(['cause', 'spikes', `${amount} above the quiet level`, 'share'], rows) + byName;
}
