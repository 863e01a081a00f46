import { describe, expect, it } from 'vitest';
import { NO_INPUTS } from '../../../core/panels.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import { analysePanels } from '../../analysis/panels/analyses.ts';
import { findFindings } from '../../analysis/panels/overview/findings.ts';
import { loadRecording, recordings } from '../../../testdata/loadRecording.ts';
import { spikesText, summaryText } from './spikesPart.ts';

const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
const panels = analysePanels(window, {
  stepMs: null, facts: {}, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
});

describe('the spikes of a postmortem', () => {
  it('are in its summary with what they come from, after the worst finding', () => {
    const findings = findFindings(panels);
    const [worst] = findings.filter(({ severity }) => severity === 'critical' || severity === 'warning');
    const text = summaryText({ findings, panels });
    expect(text).toMatch(/^.*\d+ CPU spikes in .*compaction makes \d+ %.*Confidence: \w+.*\.\n\n$/);
    if (worst !== undefined) expect(text.startsWith(worst.sentence)).toBe(true);
    expect(spikesText(panels).filter((section) => section !== '')[0]).toMatch(/^## CPU spikes\n/);
  });

  it('without panels and findings the summary says nothing', () => {
    expect(summaryText({ findings: [], panels: {} })).toBe('');
    expect(spikesText({}).join('')).toBe('');
  });
});
