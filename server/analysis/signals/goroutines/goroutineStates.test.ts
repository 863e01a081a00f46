import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { parseExposition } from '../../../data/metrics/exposition/parseExposition.ts';
import { roleValues } from '../../../data/metrics/roles.ts';
import { runnableGoroutines, stateFigures } from './goroutineStates.ts';

/** Export of Prometheus 3.13.2, built with Go 1.26.8, while queries keep two cores busy. */
const BODY = `go_sched_gomaxprocs_threads 2
go_sched_goroutines_created_goroutines_total 4740
go_sched_goroutines_goroutines 66
go_sched_goroutines_not_in_go_goroutines 1
go_sched_goroutines_runnable_goroutines 8
go_sched_goroutines_running_goroutines 2
go_sched_goroutines_waiting_goroutines 55
go_sched_threads_total_threads 9
`;
const ROLES: readonly Role[] = [
  'goroutines', 'goroutinesRunning', 'goroutinesRunnable', 'goroutinesWaiting', 'goroutinesNotInGo', 'runtimeThreads',
];

describe('goroutines by state', () => {
  it('are read from the names of Go 1.26, of any program', () => {
    const { samples } = parseExposition(BODY);
    for (const kind of ['prometheus', 'go', 'unknown'] as const) {
      expect(roleValues(ROLES, kind, samples, 0)).toEqual({
        goroutines: 66, goroutinesRunning: 2, goroutinesRunnable: 8, goroutinesWaiting: 55, goroutinesNotInGo: 1,
        runtimeThreads: 9,
      });
    }
  });

  const window = handMadeWindow({ roles: {
    goroutinesRunnable: [0, 8, null, 1, 3], goroutinesRunning: [1, 2, null, 1, 2], runtimeThreads: [9, 9, null, 9, 13],
  } });

  it('are figures where they are exported, with lowest and highest', () => {
    expect(stateFigures(window).map(({ name, value, low, high }) => [name, value, low, high])).toEqual([
      ['Goroutines running', 1.5, 1, 2], ['Goroutines runnable, waiting for a core', 3, 0, 8],
      ['Threads of the Go runtime', 10, 9, 13],
    ]);
    expect(stateFigures(handMadeWindow({ roles: { goroutines: [5] } }))).toEqual([]);
  });

  it('say how often more could run than GOMAXPROCS', () => {
    expect(runnableGoroutines(window, 2)).toEqual({ mean: 3, max: 8, scrapes: 4, crowdedRatio: 0.5 });
    expect(runnableGoroutines(window, null)).toMatchObject({ crowdedRatio: null });
    expect(runnableGoroutines(handMadeWindow({ roles: {} }), 2)).toBeNull();
  });
});
