import type { ProbeBudget, WalReplayPanel } from '../../../core/contract/contract.ts';
import { parseSizeBytes } from '../../../core/text/durations.ts';
import { formatBytes } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import shared from '../shared/panel.module.css';
import { TypedField } from '../shared/TypedField.tsx';
import { ReplayMemoryRisk } from './ReplayForecast.tsx';
import styles from './replays.module.css';
import type { useStartLimits } from './useStartLimits.ts';

const verdictSeverity = { 'enough': 'ok', 'tight': 'warning', 'too-short': 'critical', 'unknown': 'unknown' } as const;

const sizeOf = (text: string): number | null => parseSizeBytes(text.trim()) || null;

interface WillItBeKilledProps {
  /** Panel that includes the typed limit. */
  panel: WalReplayPanel;
  budget: ProbeBudget | null;
  limits: ReturnType<typeof useStartLimits>;
  hasStepsAbove: boolean;
}

/** Memory limit and startup probe, typed here and stored per target, each with its verdict on the start. */
export function WillItBeKilled({ panel, budget, limits, hasStepsAbove }: WillItBeKilledProps) {
  const { limitBytes } = panel.memory;
  return (
    <section className={shared['section']} aria-label="Will it be killed?">
      <h2>Will it be killed?</h2>
      <div className={styles['limits']}>
        <TypedField label="Memory limit" placeholder={limitBytes === null ? 'such as 2GiB'
          : formatBytes(limitBytes)} value={limits.limitBytes === null ? '' : formatBytes(limits.limitBytes)}
          parse={sizeOf} wrong="Not a size: write 2GiB or 512MiB."
          onChange={(bytes) => limits.change({ limitBytes: bytes })} />
        <TypedField label="Startup probe"
          placeholder={budget?.from === 'configuration' ? formatDuration(budget.budgetSeconds) : 'such as 15m'}
          value={limits.budgetSeconds === null ? '' : formatDuration(limits.budgetSeconds)} parse={parseDuration}
          wrong="Not a duration: write 15m or 1h30m."
          onChange={(seconds) => limits.change({ budgetSeconds: seconds })} />
        {budget !== null && <p aria-live="polite"><SeverityWord
          severity={verdictSeverity[budget.verdict]} /> {budget.sentence}</p>}
      </div>
      <ReplayMemoryRisk panel={panel} hasStepsAbove={hasStepsAbove} />
    </section>
  );
}
