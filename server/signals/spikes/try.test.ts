import { it } from 'vitest';
import { attributionOf, listedWindow, readSpikeList, scoreSpikes, type SpikeListName } from '../../testdata/spikeTruth.ts';
import { spikesClaim } from '../../../core/spikesClaim.ts';
import { render } from '../../../core/text/parts.ts';
it.each((process.env.LISTS ?? 'load,cpu-limit,storm,freeze').split(',') as SpikeListName[])('%s', (name) => {
  const list = readSpikeList(name);
  const window = listedWindow(list);
  const t = performance.now();
  const a = attributionOf(window);
  console.log(name, (performance.now() - t).toFixed(0), 'ms', a.quietCores, render(spikesClaim(a) ?? []), a.confidence, JSON.stringify(a.causes), JSON.stringify(scoreSpikes(list, a), null, 1));
  if (process.env.ALL) for (const s of a.spikes) console.log((s.start - window.scrapes.startMs[0]!/1000).toFixed(1), (s.end - window.scrapes.startMs[0]!/1000).toFixed(1), s.peakCores.toFixed(3), s.quietCores.toFixed(3), s.coreSeconds.toFixed(2), s.cause, s.confidence, s.evidence);
}, 60000);
