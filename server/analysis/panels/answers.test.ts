/**
 * Compares the analyses with the answers that view models and pictures are tested on. `UPDATE_ANSWERS=1` stores them
 * anew; the tests of `core/views` and `server/analysis/pictures` then show what the change means to a reader.
 */
import { expect, it } from 'vitest';
import type { PanelByName, PanelName } from '../../../core/contract/contract.ts';
import { byPanel, NO_INPUTS } from '../../../core/panels.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import type { TargetWindow } from '../../data/metrics/series.ts';
import { answerOf, storeAnswers, type Answers } from '../../../testdata/answers.ts';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../testdata/loadRecording.ts';
import { analysePanel, type AnalysisOptions } from './analyses.ts';

const LOAD_START_MS = 1_795_192_058_000;
/** Time at which half of the segments are read. */
const HALF_WAY_MS = 1_795_193_612_000;

const windowOf = (window: TargetWindow): RoleWindow => roleWindow(window, 'prometheus', '2.42.0');

function answer<P extends PanelName>(
  panel: P, window: RoleWindow, { stepMs = null, facts = {} }: Partial<AnalysisOptions> = {},
): PanelByName[P] {
  return analysePanel(panel, window, {
    stepMs, facts: { maxProcs: 2, ...facts }, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1,
    inputs: NO_INPUTS,
  });
}

function analysed(): Answers {
  const load = windowOf(loadRecording(recordings.load, { startMs: LOAD_START_MS, endMs: LOAD_START_MS + 300_000 }));
  const noScrapes = { ...handMadeWindow({ roles: {} }), startMs: LOAD_START_MS - 7_200_000,
    endMs: LOAD_START_MS - 3_600_000 };
  return {
    'gc-cpu': answer('gc-cpu', load, { stepMs: 3000 }),
    // Uses the whole recording, because it takes at least three compactions to detect a schedule.
    compaction: answer('compaction', windowOf(loadRecording(recordings.load)), { stepMs: 10_000 }),
    memory: answer('memory', load, { stepMs: 3000 }),
    scrapes: answer('scrapes', load, { stepMs: 3000 }),
    'wal-replay': answer('wal-replay', windowOf(loadRecording(recordings.walReplay))),
    replaying: answer(
      'wal-replay', windowOf(loadRecording(recordings.walReplay, { endMs: HALF_WAY_MS })),
      { facts: { memoryLimitBytes: 1024 ** 3 } },
    ),
    limited: answer('scrapes', windowOf(loadRecording(recordings.cpuLimit))),
    // The type of a record of all panels cannot express that each answer has its panel's type.
    empty: byPanel((panel) => answer(panel, noScrapes)) as PanelByName,
  };
}

const answers = analysed();
if (process.env['UPDATE_ANSWERS'] === '1') storeAnswers(answers);

it.each(Object.keys(answers) as (keyof Answers)[])('the answer of %s is the stored one', (name) => {
  expect(JSON.parse(JSON.stringify(answers[name]))).toEqual(answerOf(name));
});
