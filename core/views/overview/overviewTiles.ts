/** Short descriptions of the panels, for the row of links below the overview's picture; pure. */
import type { PanelFinding, PanelName, Severity } from '../../contract/contract.ts';
import { NO_LIMIT_CODE } from '../../finding.ts';
import { PANEL_NAMES } from '../../panels.ts';
import { formatBytes, formatSeconds, formatValue } from '../../text/format.ts';

export interface Tile { panel: PanelName; severity: Severity; words: string }

/** Words by code, where a figure would say less. */
const CODE_WORDS: Readonly<Record<string, string>> = {
  'compaction-on-clock': 'on the clock, keeps up', 'too-few-compactions': 'too few yet',
  'merges-on-clock': 'on the clock',
  'merges-continuous': 'merges all the time', 'agent-never-compacts': 'never compacts', 'compactor-halted': 'halted',
  'block-range-unknown': 'block range unknown', 'wal-not-truncated': 'WAL is not truncated', 'no-start': 'no start',
  'start-not-recorded': 'started before recording', 'no-wal': 'has no WAL', 'replay-running': 'replaying',
  'start-running': 'starting', 'start-stalled': 'stalled', 'start-died': 'died in its start',
  'target-down': 'no answer',
  'target-hanging': 'no answer', 'target-failing': 'scrapes fail', 'target-replaying': 'not ready',
  'gc-too-small': 'too little to measure', 'gc-traced': 'measured by traces', 'gc-limiter': 'limited by GOMEMLIMIT',
};
const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  ok: 'OK', info: 'note', warning: 'warning', critical: 'critical', unknown: 'not enough data',
};

/** Returns `9 % of CPU`, `4 lost`; null if the finding has no such figure. */
function figureWords(panel: PanelName, figures: PanelFinding['figures']): string | null {
  const known = (key: string): number | null => figures[key] ?? null;
  switch (panel) {
    case 'gc-cpu':
      return written(known('gcShareOfProcessCpuRatio'), (share) => `${formatValue(share, 'ratio')} of CPU`);
    case 'wal-replay':
      return written(known('startToReadySeconds'), (took) => `last start ${formatSeconds(took)}`)
        ?? written(known('restartSeconds'), (takes) => `restart ${formatSeconds(Math.max(1, Math.round(takes)))}`);
    case 'memory': {
      const limit = written(known('memoryLimitBytes'), (bytes) => ` of ${formatBytes(bytes)}`) ?? '';
      return written(known('latestResidentMemoryBytes'), (bytes) => formatBytes(bytes) + limit);
    }
    case 'scrapes': {
      const skipped = known('skippedCount') ?? 0;
      return written(known('failedCount'), (failed) => (
        failed + skipped === 0 ? 'all succeeded' : `${formatValue(failed + skipped, 'count')} lost`
      ));
    }
    case 'compaction': return null;
  }
}

function written(value: number | null, write: (value: number) => string): string | null {
  return value === null ? null : write(value);
}

/** Codes of the Scrapes panel for a target that gives no readings now. */
const SILENT: readonly string[] = ['target-down', 'target-hanging', 'target-failing', 'target-replaying'];
/** Panels about scrapes and starts, which are known also of a target that does not answer. */
const KNOWN_OF_SILENT: readonly PanelName[] = ['scrapes', 'wal-replay'];

/** Returns whether the target gives no readings now, so that its figures are old. */
export function isSilent(findings: readonly PanelFinding[]): boolean {
  return SILENT.includes(ownOf(findings, 'scrapes')?.code ?? '');
}

function ownOf(findings: readonly PanelFinding[], panel: PanelName): PanelFinding | undefined {
  return findings.find((one) => one.panel === panel && one.restsOn === undefined);
}

/** Returns one tile per panel that has its own finding, in the order of the pages. */
export function tiles(findings: readonly PanelFinding[]): Tile[] {
  const hasOldFigures = isSilent(findings);
  return PANEL_NAMES.flatMap((panel) => {
    const own = ownOf(findings, panel);
    if (own === undefined) return [];
    const { code, severity, figures } = own;
    const known = hasOldFigures && !KNOWN_OF_SILENT.includes(panel) ? CODE_WORDS['target-down'] ?? null
      : figureWords(panel, figures);
    const words = CODE_WORDS[code]
      ?? (code === NO_LIMIT_CODE ? [known, 'no limit known'].filter((part) => part !== null).join(', ') : null)
      ?? (severity === 'unknown' ? SEVERITY_WORDS.unknown : null) ?? known ?? SEVERITY_WORDS[severity];
    return [{ panel, severity, words }];
  });
}
