/** A rule group that causes CPU spikes: from its row to its fold, and to its code. */
import type { GcCpuPanel, GcProfile, SpikeTrain } from '../../../core/contract/contract.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

const group = (): SpikeTrain => ({
  kind: 'rule-group', names: ['node'], files: ['/etc/rules.yml'], periodSeconds: 30, lastStart: 0, widthSeconds: 1,
  targets: 1, verdict: 'named', pulses: 16, coreSeconds: 2.5, lowCoreSeconds: 2.4, highCoreSeconds: 2.6, risingRatio: 1,
  spikes: 1, shareRatio: 0.6, fold: {
    offsetSeconds: [-1.5, -0.5, 0.5, 1.5], medianCores: [0, 0, 2.5, 0.1], lowCores: [0, 0, 2.4, 0],
    highCores: [0, 0, 2.6, 0.2], pulses: 16,
  },
});

test('its row leads to the fold at its phase, and to the diff of its code', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.route(/\/targets\/demo-incident\/panels\/gc-cpu/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: GcCpuPanel };
    const [largest, ...others] = data.spikes.spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds);
    if (largest === undefined) throw new Error('The demo has spikes.');
    const { start } = largest;
    const profile: GcProfile = {
      id: after, name: 'booked', start, durationSeconds: 5, cpuSeconds: 4, gcCpuSeconds: 1, idleGcCpuSeconds: null,
      samples: 400, gcSamples: 100,
      againstQuiet: {
        beforeId: before, taken: { start, end: start + 5 }, claim: [{ text: 'Evaluation of rule group node.' }],
      },
    };
    const spikes = [{ ...largest, cause: 'rule-group' as const, trains: [0] }, ...others]
      .toSorted((a, b) => a.start - b.start);
    const causes = [{ cause: 'rule-group' as const, count: 1, coreSeconds: 5, shareRatio: 0.6 }, ...data.spikes.causes];
    await route.fulfill({
      response: answer,
      json: {
        ...rest, data: { ...data, profiles: [profile], spikes: { ...data.spikes, spikes, causes, trains: [group()] } },
      },
    });
  });
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  const row = page.getByRole('table', { name: 'Causes of CPU spikes' }).getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'rule group node', exact: true }) });
  await expect(row.getByRole('link', { name: 'diff: Evaluation of rule group node.' })).toBeVisible();
  await row.getByRole('link', { name: 'rule group node', exact: true }).click();
  await expect(page.getByText('CPU folded at rule group node', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Diff of its CPU profile' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('after')).toBe(after);
  expect(new URL(page.url()).searchParams.get('before')).toBe(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
