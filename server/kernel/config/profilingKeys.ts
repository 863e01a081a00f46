/** Reads the key `profiling:` of a configuration file: which profiles are taken continuously. */
import type { CaptureKind, ProfilingPlan } from '../../../core/contract/contract.ts';
import { DEFAULT_BUDGET_BYTES, DEFAULT_PLANS } from '../../../core/profilingPlans.ts';
import { formatSize } from '../../../core/text/durations.ts';
import type { ProfilingConfig } from './configTypes.ts';
import type { YamlSection } from './yamlReader.ts';

const KINDS: readonly CaptureKind[] = ['cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'];
const DEFAULT_EVERY_SECONDS = 300;
const DEFAULT_CPU = { everySeconds: 60, seconds: 10 };
const MIN_EVERY_SECONDS = 10;
const MAX_EVERY = { ms: 86_400_000, text: 'a day' };
/** Largest share of the time that a CPU profile may run. */
const MAX_SHARE = 0.5;
const MIN_BUDGET_BYTES = 2 ** 20;
/** Profiles are rolled up by the hour. */
const MIN_ROLL_UP_MS = 3_600_000;

/** Reads `profiling: true`, or its own keys; undefined without the key. The kinds named replace the default ones. */
export function readProfiling(parent: YamlSection): ProfilingConfig | undefined {
  if (!parent.has('profiling')) return undefined;
  if (!parent.holdsKeys('profiling')) {
    const on = parent.boolean('profiling');
    if (on === undefined) throw parent.mistake('profiling', 'is empty; write true, or keys such as "cpu:".');
    return { on, plans: [...DEFAULT_PLANS], budgetBytes: DEFAULT_BUDGET_BYTES };
  }
  const section = parent.section('profiling');
  const on = section.boolean('enabled') ?? true;
  const budgetBytes = section.sizeBytes('budget') ?? DEFAULT_BUDGET_BYTES;
  if (budgetBytes < MIN_BUDGET_BYTES)
    throw section.mistake('budget', `must be at least ${formatSize(MIN_BUDGET_BYTES)}.`);
  const rollUpMs = section.durationMs('rollup');
  if (rollUpMs !== undefined && rollUpMs < MIN_ROLL_UP_MS) throw section.mistake('rollup', 'must be at least 1h.');
  const plans = KINDS.flatMap((kind) => readPlan(section, kind));
  section.end();
  return {
    on, plans: plans.length === 0 ? [...DEFAULT_PLANS] : plans, budgetBytes,
    ...(rollUpMs === undefined ? {} : { rollUpMs }),
  };
}

/** Reads `cpu: {every: 60s, seconds: 10}` or `cpu: true`; empty without the key, or with `false`. */
function readPlan(parent: YamlSection, kind: CaptureKind): ProfilingPlan[] {
  if (!parent.has(kind)) return [];
  const preset = kind === 'cpu' ? DEFAULT_CPU : { everySeconds: DEFAULT_EVERY_SECONDS, seconds: 0 };
  if (!parent.holdsKeys(kind)) return parent.boolean(kind) === false ? [] : [{ kind, ...preset }];
  const section = parent.section(kind);
  const everyMs = section.durationMs('every', MAX_EVERY);
  const everySeconds = everyMs === undefined ? preset.everySeconds : everyMs / 1000;
  if (everySeconds < MIN_EVERY_SECONDS)
    throw section.mistake('every', `must be at least ${MIN_EVERY_SECONDS}s.`);
  const seconds = kind === 'cpu' ? readSeconds(section, preset.seconds, everySeconds) : 0;
  section.end();
  return [{ kind, everySeconds, seconds }];
}

function readSeconds(section: YamlSection, preset: number, everySeconds: number): number {
  const ms = section.durationMs('seconds');
  const seconds = ms === undefined ? Math.min(preset, Math.floor(everySeconds * MAX_SHARE)) : ms / 1000;
  if (!Number.isInteger(seconds) || seconds < 1)
    throw section.mistake('seconds', 'must be a whole number of seconds, 1 or more.');
  if (seconds > everySeconds * MAX_SHARE)
    throw section.mistake('seconds', 'must be at most half of "every", so that others can profile it too.');
  return seconds;
}
