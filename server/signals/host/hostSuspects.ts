/**
 * How the host of a target may slow it down: no free core, throttled cores, a saturated disk. See
 * docs/reference/scrapes.md.
 */
import { numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import type { Part } from '../../../core/contract/contract.ts';
import { parts, ratio } from '../../../core/text/parts.ts';
import { diskBusy, hostCpu, hostRates, hostSteps } from './hostRates.ts';
import { FULL_RATIO } from './hostWords.ts';
import type { SpanMs } from '../windowFrame.ts';

/** Some task waited for a core for more than this share of the time. */
const WAITING_RATIO = 0.5;
/** The hypervisor stole more than this many cores from the host. */
const STOLEN_CORES = 0.2;
const DISK_FULL_RATIO = 0.9;

export interface HostSuspect {
  cause: 'host-cpu' | 'throttling' | 'disk';
  noun: string;
  spans: SpanMs[];
  describe: (span: SpanMs) => Part[];
}

/** Each with the spans in which it held; none without a node_exporter. */
export function hostSuspects(window: RoleWindow): HostSuspect[] {
  if (window.role('nodeUp') === undefined) return [];
  const steps = hostSteps(window);
  const cpu = hostCpu(window, steps);
  const waiting = hostRates(window, steps, 'hostCpuPressureSeconds');
  const throttled = hostRates(window, steps, 'hostThrottles');
  const busy = diskBusy(window, steps);
  const { length: cores } = cpu.cores;
  return [
    {
      cause: 'host-cpu', noun: 'a saturated host CPU',
      spans: spansOf(
        window, steps.before,
        (row) => (cores > 0 && numberAt(cpu.busyCores, row) >= FULL_RATIO * cores)
          || numberAt(waiting, row) >= WAITING_RATIO || numberAt(cpu.stolenCores, row) >= STOLEN_CORES
      ),
      describe: () =>
        parts`while the host's CPU was saturated (all cores busy, tasks waiting, or time stolen by the hypervisor)`,
    },
    {
      cause: 'throttling', noun: 'CPU throttling',
        spans: spansOf(window, steps.before, (row) => numberAt(throttled, row) > 0),
      describe: () => parts`while the host throttled its cores for heat`,
    },
    {
      cause: 'disk', noun: 'a saturated disk',
        spans: spansOf(window, steps.before, (row) => numberAt(busy, row) >= DISK_FULL_RATIO),
      describe: () => parts`with a disk of the host busy for more than ${ratio(DISK_FULL_RATIO)} of the time`,
    },
  ];
}

/** Steps that hold, joined; a step reaches from the answer before to the row's own. */
function spansOf({ scrapes: { startMs } }: RoleWindow, before: Int32Array, holds: (row: number) => boolean): SpanMs[] {
  const spans: SpanMs[] = [];
  for (let row = 0; row < before.length; row++) {
    if (numberAt(before, row) < 0 || !holds(row)) continue;
    const span = { startMs: numberAt(startMs, numberAt(before, row)), endMs: numberAt(startMs, row) };
    const last = spans.at(-1);
    if (last !== undefined && last.endMs >= span.startMs) last.endMs = span.endMs;
    else spans.push(span);
  }
  return spans;
}
