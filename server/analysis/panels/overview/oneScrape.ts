/** Findings of panels for a recording of one scrape, as in a `promtool debug` tarball: no more will come. */
import type { Finding, PanelBase, PanelName } from '../../../../core/contract/contract.ts';
import { finding as made } from '../../../../core/finding.ts';
import { PANELS } from '../../../../core/panels.ts';
import { bytes, parts, percent, quantity } from '../../../../core/text/parts.ts';

/** Replaces a finding that only says that data are too few. Levels need no time: memory has a claim of its own. */
export function oneScrapeFinding(
  panel: PanelName, { finding, figures }: Pick<PanelBase, 'finding' | 'figures'>
): Finding {
  if (finding.severity !== 'unknown') return finding;
  const levels = panel === 'memory' ? memoryLevels(figures) : null;
  return made({
    code: 'one-scrape', severity: levels === null ? 'unknown' : 'info', confidence: 'sure',
    claim: levels?.claim ?? parts`A single scrape cannot show ${PANELS[panel].overTime}.`,
    evidence: [
      ...(levels === null ? [] : [
        ...levels.evidence, parts`A single scrape cannot show ${PANELS[panel].overTime}.`,
      ]),
      parts`It holds totals since the process started and current values, not change over time.`,
      parts`Open a recording or an incident file of the target for that.`,
    ],
  });
}

/** Describes memory in the one scrape; null if it lacks the resident memory. */
function memoryLevels(figures: PanelBase['figures']): Pick<Finding, 'claim' | 'evidence'> | null {
  const valueOf = (name: string): number | null => figures.find((one) => one.name === name)?.value ?? null;
  const [resident, heap, series] = [valueOf('Resident memory'), valueOf('Heap in use'), valueOf('Series in the head')];
  if (resident === null || resident <= 0) return null;
  const limit = valueOf('Memory limit');
  return {
    claim: parts`Resident memory is ${bytes(resident)} in this one scrape${
      heap === null ? null : parts`, ${percent(heap / resident)} of it heap in use`}.`,
    evidence: [
      limit === null ? [] : parts`That is ${percent(resident / limit)} of its limit of ${bytes(limit)}.`,
      series === null || series <= 0 ? []
        : parts`The head has ${quantity(series, 'count')} series: ${bytes(resident / series)} each.`,
    ].filter((sentence) => sentence.length > 0),
  };
}
