import { describe, expect, it } from 'vitest';
import type { Part } from './contract/terms/finding.ts';
import type { SpikeAttribution, SpikeCause, SpikeTrain } from './contract/panels/spikes.ts';
import { claimMistakes } from './finding.ts';
import { gcOfSpikes, spikesClaim, spikesConfidenceText, trainsBeside } from './spikesClaim.ts';
import { render } from './text/parts.ts';

function attribution(shares: [SpikeCause, number, number][], over: Partial<SpikeAttribution> = {}): SpikeAttribution {
  const spikes = shares.flatMap(([cause, count]) => Array.from({ length: count }, () => ({
    start: 0, end: 1, isOver: true, peakCores: 1, quietCores: 0.1, coreSeconds: 1, cause, evidence: '',
    evidenceParts: [], confidence: 'sure' as const,
  })));
  return {
    quietCores: 0.1, measuredSeconds: 1203, spikes,
    causes: shares.map(([cause, count, shareRatio]) => ({ cause, count, coreSeconds: shareRatio, shareRatio })),
    confidence: 'sure', counted: spikes.length, needed: 4, ...over,
  };
}

const said = (spikes: SpikeAttribution): string | null => {
  const claim = spikesClaim(spikes);
  return claim === null ? null : render(claim);
};

describe('the claim about spikes', () => {
  it.each([
    [attribution([['compaction', 10, 0.8], ['gc', 19, 0.2]]),
      '29 CPU spikes in 20m: compaction makes 80 % of their CPU, GC the rest.'],
    [attribution([['compaction', 10, 0.78], ['unexplained', 5, 0.22]]),
      '15 CPU spikes in 20m: compaction makes 78 % of their CPU, the rest is unexplained.'],
    [attribution([['query', 9, 0.6], ['compaction', 5, 0.3], ['gc', 5, 0.1]]),
      '19 CPU spikes in 20m: queries makes 60 % of their CPU, then compaction and GC.'],
    [attribution([['compaction', 9, 0.6], ['unexplained', 5, 0.3], ['gc', 5, 0.1]]),
      '19 CPU spikes in 20m: compaction makes 60 % of their CPU, then GC; some is unexplained.'],
    [attribution([['unexplained', 9, 0.6], ['gc', 5, 0.4]]),
      '14 CPU spikes in 20m: 60 % of their CPU is unexplained, GC the rest.'],
    [attribution([['compaction', 9, 0.996], ['gc', 1, 0.004]]),
      '10 CPU spikes in 20m: compaction makes 99 % of their CPU, GC the rest.'],
    [attribution([['compaction', 10, 0.77], ['gc', 15, 0.17], ['restart', 2, 0.04], ['unexplained', 3, 0.02]]),
      '30 CPU spikes in 20m: compaction makes 77 % of their CPU, then GC.'],
    [attribution([['gc', 12, 1]]), '12 CPU spikes in 20m, all from GC.'],
    [attribution([['unexplained', 12, 1]]), '12 CPU spikes in 20m: no known event explains any of them.'],
    [attribution([]), 'No CPU spikes in 20m.'],
    [attribution([['compaction', 2, 0.9], ['gc', 1, 0.1]], { confidence: 'too-early', measuredSeconds: 95.2 }),
      '3 CPU spikes in 95 s, so far from compaction and GC: too early for shares.'],
    [attribution([['unexplained', 1, 1]], { confidence: 'too-early' }),
      '1 CPU spike in 20m, so far from unknown causes: too early for shares.'],
  ])('says what the attribution holds', (spikes, sentence) => {
    expect(said(spikes)).toBe(sentence.replace('queries makes', 'queries make'));
    expect(claimMistakes(spikesClaim(spikes) ?? [])).toEqual([]);
  });

  const train = (names: string[], spikes: number, shareRatio: number, more: Partial<SpikeTrain> = {}): SpikeTrain => ({
    kind: 'rule-group', names, files: names.map(() => '/etc/rules.yml'), periodSeconds: 180, lastStart: 0,
    widthSeconds: 4, targets: 1, verdict: 'named', pulses: 14, coreSeconds: 5.1, lowCoreSeconds: 4.9,
    highCoreSeconds: 5.3, risingRatio: 1, spikes, shareRatio, fold: null, ...more,
  });
  /** Returns an attribution in which each spike belongs to one train, in order. */
  const made = (one: SpikeAttribution, trains: readonly SpikeTrain[]): SpikeAttribution => {
    const makers = trains.flatMap((each, place) => Array.from({ length: each.spikes }, () => place));
    const spikes = one.spikes.map((spike, k) => {
      const maker = makers[k];
      return maker === undefined ? spike : { ...spike, trains: [maker] };
    });
    return { ...one, spikes };
  };
  const shares: [SpikeCause, number, number][] = [['rule-group', 18, 0.8], ['gc', 4, 0.2]];

  it.each([
    [[train(['kube-apiserver'], 14, 0.7), train(['node'], 4, 0.1)],
      'Rule group kube-apiserver makes 14 of 22 CPU spikes, 5.1 core-s every 3m.'],
    [[train(['kube-apiserver'], 10, 0.5), train(['node'], 8, 0.3)],
      'Rule groups kube-apiserver and node make 18 of 22 CPU spikes.'],
    [[train(['kube-apiserver', 'node'], 18, 0.8)],
      'Rule groups kube-apiserver and node make 18 of 22 CPU spikes, 5.1 core-s every 3m.'],
    [[train(['cadvisor'], 18, 0.8, { kind: 'scrape-job' })],
      '22 CPU spikes in 20m: rule groups make 80 % of their CPU, GC the rest.'],
    [[train(['a name '.repeat(10)], 18, 0.8)],
      '22 CPU spikes in 20m: rule groups make 80 % of their CPU, GC the rest.'],
  ])('names the rule group that makes most of them', (trains, sentence) => {
    const spikes = made(attribution(shares, { trains }), trains);
    expect(said(spikes)).toBe(sentence);
    expect(claimMistakes(spikesClaim(spikes) ?? [])).toEqual([]);
  });

  it.each([
    [[['gc', 12, 0.6], ['rule-group', 10, 0.4]], {},
      '22 CPU spikes in 20m: GC makes 60 % of their CPU, rule group node the rest.'],
    [[['gc', 9, 0.6], ['rule-group', 8, 0.3], ['unexplained', 5, 0.1]], {},
      '22 CPU spikes in 20m: GC makes 60 % of their CPU, then rule group node; some is unexplained.'],
    [[['gc', 1, 0.6], ['rule-group', 2, 0.4]], { confidence: 'too-early' },
      '3 CPU spikes in 20m, so far from GC and rule group node: too early for shares.'],
  ] satisfies [[SpikeCause, number, number][], Partial<SpikeAttribution>, string][])(
    'names the rule group that makes the others: %j', (causes, more, sentence) => {
      const trains = [train(['node'], 2, 0.3)];
      const spikes = made(attribution(causes, { trains, ...more }), trains);
      expect(said(spikes)).toBe(sentence);
      expect(claimMistakes(spikesClaim(spikes) ?? [])).toEqual([]);
      const long = [train(['a name '.repeat(8)], 2, 0.3)];
      expect(said({ ...spikes, trains: long })).toBe(sentence.replace('rule group node', 'rule groups'));
    }
  );

  it('stands beside a claim that has numbers of its own, without more of them', () => {
    const trains = [train(['kube-apiserver'], 18, 0.8)];
    const spikes = made(attribution(shares, { trains }), trains);
    const few: Part[] = [
      { text: 'Too few: ' }, { quantity: 3, unit: 'count' }, { text: ' of ' }, { quantity: 8, unit: 'count' },
    ];
    const claim = [...few, ...trainsBeside(few, spikes) ?? []];
    expect(render(claim)).toBe('Too few: 3 of 8; rule group kube-apiserver makes most spikes');
    expect(claimMistakes(claim)).toEqual([]);
    const other = [train(['node'], 9, 0.8)];
    expect(trainsBeside(few, made(attribution(shares, { trains: other }), other))).toBeNull();
  });

  it('stands beside what GC takes, in the same words', () => {
    const trains = [train(['kube-apiserver'], 18, 0.8)];
    const spikes = made(attribution(shares, { trains }), trains);
    const takes: Part[] = [{ text: 'GC takes ' }, { quantity: 0.03, unit: 'ratio' }, { text: ' of CPU' }];
    const claim = [...takes, ...trainsBeside(takes, spikes) ?? []];
    expect(render(claim)).toBe('GC takes 3 % of CPU; rule group kube-apiserver makes 18 of 22 spikes');
    expect(claimMistakes(claim)).toEqual([]);
    expect(trainsBeside([{ text: 'a word '.repeat(15) }], spikes)).toBeNull();
    expect(trainsBeside(takes, { ...spikes, confidence: 'too-early' })).toBeNull();
    expect(trainsBeside(takes, attribution([['gc', 9, 1]]))).toBeNull();
  });

  it('names the job whose scrapes make all of them', () => {
    const trains = [train(['cadvisor'], 9, 1, { kind: 'scrape-job', targets: 2 })];
    expect(said(made(attribution([['scrape-job', 9, 1]], { trains }), trains)))
      .toBe('Scrapes of job cadvisor make all 9 CPU spikes, 10.2 core-s every 3m.');
  });

  it('says nothing where CPU is not known', () => {
    expect(spikesClaim(attribution([], { quietCores: null }))).toBeNull();
  });

  it('stays short with every cause at once', () => {
    const all: SpikeCause[] = ['compaction', 'gc', 'query', 'replay', 'restart', 'freeze', 'unexplained'];
    for (const first of all) {
      const order = [first, ...all.filter((cause) => cause !== first)];
      const spikes = attribution(order.map((cause) => [cause, 3, 1 / 7]));
      expect(claimMistakes(spikesClaim(spikes) ?? [])).toEqual([]);
      const early = attribution(order.slice(0, 3).map((cause) => [cause, 1, 1 / 3]), { confidence: 'too-early' });
      expect(claimMistakes(spikesClaim(early) ?? [])).toEqual([]);
    }
  });

  it('says confidence as a word', () => {
    expect(spikesConfidenceText(attribution([['gc', 3, 1]], { confidence: 'too-early' })))
      .toBe('too early (3 of 4 spikes)');
    expect(spikesConfidenceText(attribution([['gc', 9, 1]]))).toBe('sure');
  });
});

describe('what GC is of the spikes', () => {
  it.each([
    [[['compaction', 10, 0.8], ['gc', 17, 0.18], ['unexplained', 2, 0.02]],
      ' and makes 17 of 29 spikes; the large ones are compactions'],
    [[['gc', 17, 0.9], ['unexplained', 8, 0.1]], ' and makes 17 of 25 spikes'],
    [[['gc', 12, 0.5], ['restart', 1, 0.5]], ' and makes 12 of 13 spikes'],
    [[['gc', 9, 1]], ' and makes all 9 spikes'],
    [[['query', 9, 1]], ' but makes none of 9 spikes: they are queries'],
    [[['query', 9, 0.9], ['compaction', 1, 0.1]], ' but makes none of 10 spikes'],
    [[['unexplained', 6, 0.7], ['gc', 4, 0.3]], ' and makes 4 of 10 spikes; the large ones are unexplained'],
  ] satisfies [[SpikeCause, number, number][], string][])('%j', (shares, words) => {
    const claim = gcOfSpikes(attribution(shares)) ?? [];
    expect(render(claim)).toBe(words);
    expect(claimMistakes([{ text: 'GC takes ' }, { quantity: 0.09, unit: 'ratio' }, { text: ' of CPU' }, ...claim]))
      .toEqual([]);
  });

  it('does not take the spikes of a single start for a kind that comes again', () => {
    const spikes = attribution([['restart', 2, 0.6], ['gc', 9, 0.4]], { counted: 9 });
    expect(render(gcOfSpikes(spikes) ?? [])).toBe(' and makes 9 of 11 spikes');
  });

  it('says nothing of no spikes, and of too few', () => {
    expect(gcOfSpikes(attribution([]))).toBeNull();
    expect(gcOfSpikes(attribution([['gc', 2, 1]], { confidence: 'too-early' }))).toBeNull();
  });
});
