import { describe, expect, it } from 'vitest';
import type { GcProfile, SpikeTrain } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { cores, parts, ratio, render } from '../../../../core/text/parts.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analysePanels } from '../analyses.ts';
import { cpuSpikes } from './spikeRule.ts';

const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
const answers = analysePanels(window, {
  stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
});
const { 'gc-cpu': gc } = answers;
const highest = gc.spikes.spikes.reduce((most, one) => (one.coreSeconds > most.coreSeconds ? one : most));

function profileAt(start: number, name: string): GcProfile {
  return {
    id: name, name, start: start + 3, durationSeconds: 5, cpuSeconds: 4, gcCpuSeconds: 1, idleGcCpuSeconds: null,
    samples: 400, gcSamples: 100,
    againstQuiet: {
      beforeId: 'quiet', taken: { start, end: start + 5 },
      claim: parts`Compaction: +${cores(0.62)} against quiet, ${ratio(0.41)} of it in ${name}.`,
    },
  };
}

const said = (profiles: GcProfile[]): string[] =>
  (cpuSpikes({ ...answers, 'gc-cpu': { ...gc, profiles } })?.evidence ?? []).map((one) => render(one));

describe('the finding about CPU spikes', () => {
  it('says what the profile of the highest one has more than quiet times', () => {
    const found = cpuSpikes(
      { ...answers, 'gc-cpu': { ...gc, profiles: [profileAt(highest.start + 1, 'tsdb.(*blockBaseQuerier).Select')] } }
    );
    expect(found === null ? [] : claimMistakes(found.claim)).toEqual([]);
    if (found !== null) expectGolden('overview', 'CPU spikes with a profile', found);
    const [last = []] = found?.evidence.slice(-1) ?? [];
    expect(render(last)).toContain('+0.62 cores against quiet, 41 % of it in tsdb.');
    expect(last.find((part) => 'text' in part))
      .toMatchObject({ diff: { before: 'quiet', after: 'tsdb.(*blockBaseQuerier).Select' } });
  });

  it('says that of the largest compaction and of the largest other spike that have one', () => {
    const largest = gc.spikes.spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds);
    const compactions = largest.filter(({ cause }) => cause === 'compaction').slice(1, 3);
    const others = largest.filter(({ cause }) => cause !== 'compaction').slice(0, 2);
    expect([...compactions, ...others]).toHaveLength(4);
    const profiles = [...compactions, ...others].map(({ start, cause, coreSeconds }) =>
      profileAt(start, `${cause}.of${coreSeconds.toFixed(2)}`));
    const [ofCompactions, ofOthers] = said(profiles).slice(-2);
    expect(ofCompactions).toContain(`in compaction.of${compactions[0]?.coreSeconds.toFixed(2) ?? ''}.`);
    expect(ofOthers).toContain(`in ${others[0]?.cause ?? ''}.of${others[0]?.coreSeconds.toFixed(2) ?? ''}.`);
  });

  it('has what each rule group and job costs that makes spikes', () => {
    const train: SpikeTrain = {
      kind: 'scrape-job', names: ['cadvisor'], files: [null], periodSeconds: 15, lastStart: 0, widthSeconds: 0.7,
      targets: 3, verdict: 'named', pulses: 16, coreSeconds: 0.5, lowCoreSeconds: 0.4, highCoreSeconds: 0.6,
      risingRatio: 1, spikes: 14, shareRatio: 0.6, fold: null,
    };
    const trains = [train, { ...train, spikes: 0 }, { ...train, verdict: 'none' as const }];
    expect(cpuSpikes({ ...answers, 'gc-cpu': { ...gc, spikes: { ...gc.spikes, trains } } })?.makers).toEqual([{
      kind: 'scrape-job', names: ['cadvisor'], files: [null], periodSeconds: 15, shareRatio: 0.6, coreSeconds: 1.5,
    }]);
    expect(cpuSpikes(answers)).not.toHaveProperty('makers');
  });

  it('says nothing of profiles outside of spikes', () => {
    expect(said([profileAt(highest.start - 40_000, 'elsewhere')])).toEqual(said([]));
  });
});
