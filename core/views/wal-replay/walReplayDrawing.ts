/** WAL replay in pictures and embeds; pure. */
import type { WalReplayPanel } from '../../contract/contract.ts';
import { named, NO_DAY, type EmbedDrawing, type PictureDrawing, type ShareBar } from '../charts/panelDrawing.ts';
import { progressText, walReplayView, type PhaseBar } from './walReplayView.ts';

const NO_REPLAY = 'No replay in this window. When the target starts and reads its write-ahead log, '
  + 'how far it is and how long it still takes is shown here.';

function phasesBar(phases: readonly PhaseBar[]): ShareBar | null {
  if (phases.length === 0) return null;
  return {
    label: 'Phases of the replay',
    slices: phases.map(({ name, word, shareRatio, durationText, isRunning }, i) => ({
      key: `${i}`, share: shareRatio, look: `phase-${name}`, words: word,
      value: `${durationText}${isRunning ? ' so far' : ''}`,
    })),
  };
}

export function walReplayPicture(panel: WalReplayPanel): PictureDrawing {
  const { context, phases, segments, memory, cpu } = walReplayView(panel, 'utc', NO_DAY);
  const [first, ...more] = [
    ...named('Segments read', segments, 'segments'), ...named('Resident memory', memory), ...named('CPU used', cpu),
  ];
  return { context, bar: phasesBar(phases), main: first === undefined ? [] : [first], more };
}

export function walReplayEmbed(panel: WalReplayPanel): EmbedDrawing {
  const { context, phases, segments, memory, eta, soFar, memoryRisk } = walReplayView(panel, 'local', panel.range.end);
  const isNone = panel.state === 'none';
  return {
    context, bar: phasesBar(phases),
    charts: isNone ? [] : [...named('Segments loaded', segments), ...named('Resident memory', memory)],
    progress: panel.state !== 'replaying' ? null
      : { ratio: panel.progressRatio, text: `${progressText(panel)} · ${eta}` },
    notes: [isNone ? NO_REPLAY : `${panel.state === 'done' ? 'Took' : 'So far'} ${soFar}; memory: ${memoryRisk}.`],
  };
}
