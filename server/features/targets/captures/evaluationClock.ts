/** Forecast of a target's next evaluation of a rule group (start and duration), from the phase of the group. */
import type { RuleGroup, TargetTrain, WindowTrains } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { ruleGroupName } from '../../../../core/text/trainWords.ts';
import { subjectOf } from '../../../analysis/signals/trains/trainsOfWindow.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { TargetDirectory } from '../answers/targetDirectory.ts';
import { leadMs, type EventClock, type ExpectedEvent } from './eventBooking.ts';

/** Window read for rule groups; it also has the last evaluation of rarer groups. */
const WINDOW_MS = 30 * 60_000;

export interface EvaluationClockParts {
  data: Pick<DataStore, 'ruleGroups'>;
  targets: Pick<TargetDirectory, 'find' | 'panelQuery'>;
  now: () => number;
}

export class EvaluationClock implements EventClock {
  readonly #parts: EvaluationClockParts;
  readonly #group: string;

  /** `group`: value of the label `rule_group`, file and name. */
  constructor(parts: EvaluationClockParts, group: string) {
    this.#parts = parts;
    this.#group = group;
  }

  /** Returns the first evaluation for which a capture can still begin in time. */
  async next(target: string): Promise<Result<ExpectedEvent>> {
    const known = await this.#known(target);
    if (!known.ok) return known;
    const { train, group } = known.value;
    const periodMs = 1000 * train.periodSeconds;
    const errorMs = 1000 * train.phaseErrorSeconds;
    const fromMs = this.#parts.now() + leadMs({ errorMs });
    const phaseMs = 1000 * train.phase;
    return ok({
      startMs: phaseMs + periodMs * Math.ceil((fromMs - phaseMs) / periodMs), errorMs, everyMs: periodMs,
      lastsMs: 1000 * Math.max(group?.maxSeconds ?? 0, train.widthSeconds ?? 0),
    });
  }

  async cameWithin(target: string, startMs: number, endMs: number): Promise<boolean | null> {
    const known = await this.#known(target);
    if (!known.ok || known.value.group === null) return null;
    const { train, group: { lastStart, medianSeconds } } = known.value;
    const widthMs = 1000 * (medianSeconds ?? 0);
    // The target states only the last start; earlier ones are whole periods before it.
    const [lastMs, periodMs] = [1000 * lastStart, 1000 * train.periodSeconds];
    const since = Math.max(0, Math.ceil((lastMs - endMs) / periodMs));
    return lastMs - since * periodMs + widthMs >= startMs;
  }

  async #known(name: string): Promise<Result<{ train: TargetTrain; group: RuleGroup | null }>> {
    const { data, targets, now } = this.#parts;
    const target = await targets.find(name);
    const query = target === undefined ? null : targets.panelQuery(target, now() - WINDOW_MS, now(), undefined);
    if (query === null) return fail('bad_data', 'Nothing is recorded of this target yet.');
    const read = await data.ruleGroups(query);
    return read.ok ? groupOf(read.value, this.#group) : read;
  }
}

function groupOf(
  { trains, groups }: WindowTrains, key: string
): Result<{ train: TargetTrain; group: RuleGroup | null }> {
  const subject = subjectOf(key);
  const isIt = ({ name, file }: { name: string; file: string | null }): boolean => (
    name === subject.name && (file ?? '') === subject.file
  );
  const train = trains.findLast((one) => one.kind === 'rule-group' && one.until === null && isIt(one));
  return train === undefined
    ? fail('bad_data', `The target states no evaluation of ${ruleGroupName(key)} in the last half hour.`)
    : ok({ train, group: groups.find(isIt) ?? null });
}
