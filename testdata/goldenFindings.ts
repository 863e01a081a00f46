/** The texts of a panel's findings, all in one file beside its tests: read in a review, asserted nowhere else. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Finding } from '../core/contract/terms/finding.ts';
import { claimMistakes } from '../core/finding.ts';
import { render } from '../core/text/parts.ts';

const pathOf = (panel: string): string => (
  fileURLToPath(new URL(`../server/analysis/panels/${panel}/${panel}.sentences.golden.txt`, import.meta.url))
);

/** Each case by its name. */
function readGolden(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new Map(text.split(/^# /m).slice(1).map((entry) => {
    const end = entry.indexOf('\n');
    return [entry.slice(0, end), entry.slice(end + 1).trim()];
  }));
}

function textOf({ code, severity, confidence, claim, evidence, actions }: Finding): string {
  return [
    `${code}, ${severity}, ${confidence}`, render(claim), ...evidence.map((parts) => `- ${render(parts)}`),
    ...actions.map(({ step }) => `> ${step}`),
  ].join('\n');
}

/**
 * Holds a finding's claim to its bounds and its texts to the panel's golden file. UPDATE_GOLDEN=1 writes the case (run
 * with --no-file-parallelism: several tests of a panel share the file).
 */
export function expectGolden(panel: string, name: string, finding: Finding): void {
  expect(claimMistakes(finding.claim)).toEqual([]);
  const path = pathOf(panel);
  const golden = readGolden(path);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    golden.set(name, textOf(finding));
    const cases = [...golden].toSorted(([a], [b]) => a.localeCompare(b));
    writeFileSync(path, cases.map(([key, text]) => `# ${key}\n${text}\n`).join('\n'));
  } else {
    expect(textOf(finding)).toBe(golden.get(name));
  }
}

/** Every quantity of a finding, claim first: what a test asks of its figures. */
export function quantitiesOf({ claim, evidence }: Pick<Finding, 'claim' | 'evidence'>): number[] {
  return [claim, ...evidence].flat().flatMap((part) => ('quantity' in part ? [part.quantity] : []));
}

/** Every moment of a finding, Unix seconds. */
export function timesOf({ claim, evidence }: Pick<Finding, 'claim' | 'evidence'>): number[] {
  return [claim, ...evidence].flat().flatMap((part) => ('time' in part ? [part.time] : []));
}
