/** Chart of CPU by subsystem: stacked layers where profiles exist, hatched elsewhere. Pure. */
import type { CpuBySubsystem, CpuSplitStep } from '../../contract/contract.ts';
import { formatValue } from '../../text/format.ts';
import type { ChartFill, ChartModel, ChartSpan, ColourName } from '../charts/chartModel.ts';
import { gapSpans, restartMark } from '../charts/panelParts.ts';

export interface CpuSplitView {
  chart: ChartModel;
  /** Layers from the top of the stack down, as displayed. `cores`: mean over the covered seconds. */
  layers: {
    id: string; label: string; colour: ColourName; pattern: ChartFill['pattern']; cores: number; share: number
  }[];
  /** Text on which part of the window is covered, and by what. */
  coverage: string;
  agreement: string;
}

const LOOKS: Record<string, Pick<ChartFill, 'colour' | 'pattern'>> = {
  gc: { colour: 'gc', pattern: 'solid' }, compaction: { colour: 'compaction', pattern: 'solid' },
  wal: { colour: 'replay', pattern: 'solid' }, ingest: { colour: 'cpu', pattern: 'solid' },
  queries: { colour: 'query', pattern: 'hatch' }, allocation: { colour: 'memory', pattern: 'solid' },
  rest: { colour: 'other', pattern: 'back-hatch' },
};
const OTHER = { colour: 'other', pattern: 'solid' } as const;

/** Returns the view; null if the window has no profile to stack. */
export function cpuSplitView(answer: CpuBySubsystem): CpuSplitView | null {
  const { steps, subsystems, range } = answer;
  if (!steps.some(({ covered }) => covered)) return null;
  const total = subsystems.reduce((sum, { cores }) => sum + (cores ?? 0), 0);
  const fills = subsystems.map(({ id, label }, layer): ChartFill => ({
    // The table of layers next to the chart is its legend.
    key: id, label, silent: true, isStepped: true, ...(LOOKS[id] ?? OTHER),
    low: steps.map(({ parts }) => sumTo(parts, layer)), high: steps.map(({ parts }) => sumTo(parts, layer + 1)),
  }));
  return {
    chart: {
      label: `CPU cores by subsystem in the seconds of ${answer.profiles} CPU profiles, and of the whole process.`,
      x: {
        kind: 'time', values: steps.map(({ start, end }) => (start + end) / 2), min: range.start, max: range.end,
      },
      unit: 'cores', stepSeconds: range.step, marks: [restartMark(answer)],
      spans: [...uncovered(steps), ...gapSpans(answer)], fills,
      lines: [
        {
          key: 'cpu', label: 'CPU of the process', colour: 'cpu', style: 'line',
          values: steps.map(({ cores: all }) => all),
        },
      ],
    },
    layers: subsystems.map(({ id, label, cores }) => ({
      id, label, ...(LOOKS[id] ?? OTHER), cores: cores ?? 0, share: total > 0 ? (cores ?? 0) / total : 0,
    })).reverse(),
    coverage: coverageText(answer),
    agreement: answer.gcAgreement.sentence,
  };
}

function sumTo(parts: readonly (number | null)[], layers: number): number | null {
  if ((parts[0] ?? null) === null) return null;
  return parts.slice(0, layers).reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Returns the steps without a profile, with adjacent ones merged. */
function uncovered(steps: readonly CpuSplitStep[]): ChartSpan[] {
  const spans: ChartSpan[] = [];
  steps.forEach(({ start, end, covered }, i) => {
    if (covered) return;
    const last = spans.at(-1);
    if (last !== undefined && steps[i - 1]?.covered === false) last.end = end;
    else spans.push({
      key: `uncovered-${start}`, colour: 'gap', label: 'no CPU profile', fill: 'hatch', start, end,
      detail: 'no CPU profile, so the subsystems are not known',
    });
  });
  return spans;
}

function coverageText({ profiles, coverageRatio, sampledRatio }: CpuBySubsystem): string {
  const many = profiles === 1 ? '1 CPU profile covers' : `${profiles} CPU profiles cover`;
  const share = `${many} ${formatValue(coverageRatio, 'ratio')} of the window`;
  return sampledRatio === null ? `${share}.`
    : `${share}; they sampled ${formatValue(sampledRatio, 'ratio')} of the CPU that the process counted meanwhile.`;
}
