import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DiffTopTable, RenameProposal } from '../../core/contract/contract.ts';
import { readDiffCommand } from './diffCommand.ts';
import { runDiff } from './diffRun.ts';

const LABELS = fileURLToPath(new URL('../testdata/profiles/goprofiles/before/labels.cpu.pb.gz', import.meta.url));

async function asJson(...flags: string[]): Promise<DiffTopTable & { renames: RenameProposal[] }> {
  const command = readDiffCommand([LABELS, LABELS, '--format', 'json', '--top', '200', ...flags]);
  if (command.kind === 'help') throw new Error('It printed its help.');
  return JSON.parse((await runDiff(command)).output) as DiffTopTable & { renames: RenameProposal[] };
}

describe('tsdbscope diff of one profile with itself', () => {
  it('keeps on each side the samples of its own label, in either spelling', async () => {
    const { totals } = await asJson('--before-tagfocus', 'tenant=acme', '--after_tagfocus=tenant=globex');
    expect(totals).toEqual({ before: 1_230_000_000, after: 980_000_000 });
  });

  it('has the values of labels as frames', async () => {
    const { rows } = await asJson('--tagroot', 'tenant');
    expect(rows.find((row) => row.function === 'acme')?.cum).toMatchObject({ before: 1_230_000_000, delta: 0 });
  });

  it('renames functions by every rule', async () => {
    const { rows, renames } = await asJson('--rename', 'main.mix:main.mixed', '--rename', '/^runtime\\./:rt.');
    const names = rows.map((row) => row.function);
    expect(names).toContain('main.mixed');
    expect(names.filter((name) => name.startsWith('runtime.') || name === 'main.mix')).toEqual([]);
    expect(renames).toEqual([]);
  });
});
