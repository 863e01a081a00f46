import { expect, it } from 'vitest';
import { servedExport } from '../../server/program/integration/lab/exportedBlocks.ts';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { printRow } from '../benchRow.ts';

it('an hour at 1 s of 600 series through OpenMetrics text and promtool: all served by Prometheus', async () => {
  const { dataDir, remove } = newDataDir();
  const scope = await startTsdbscope(['http://127.0.0.1:9'], dataDir);
  try {
    const { samples, equal, served, firstDifference, textBytes, exportSeconds } =
      await servedExport(scope, { series: 600, seconds: 3600 });
    const pass = equal === samples && served === samples;
    printRow({ name: 'values and times equal', measured: `${equal} of ${samples}`, bar: 'all', pass });
    console.log(`      ${(textBytes / 2 ** 20).toFixed(0)} MiB of text in ${exportSeconds.toFixed(1)} s`);
    expect(firstDifference).toBeNull();
    expect(pass).toBe(true);
  } finally {
    await scope.stop();
    remove();
  }
});
