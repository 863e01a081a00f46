/** Recognizes and summarizes the screen of py-spy top. Pure. */
import { joined } from '../../look/factTools.ts';
import { said, type Named } from '../../look/named.ts';

const ROW = /^[ \t]{0,20}[\d.]{1,8}% {1,9}[\d.]{1,8}% {1,9}([\d.]{1,12})s {1,9}[\d.]{1,12}s {1,9}(\S.{0,300}?)\s*$/gm;
const STATE = /^[ \t]{0,20}GIL: ([\d.]{1,8})%, Active: ([\d.]{1,8})%, Threads: (\d{1,9})/m;

function screenFacts(text: string): string | null {
  const rows = [...text.matchAll(ROW)];
  const most = rows.reduce<RegExpMatchArray | null>((max, row) =>
    (max === null || Number(row[1]) > Number(max[1]) ? row : max), null);
  const late = said(/^[ \t]{0,20}([\d.]+s) behind in sampling/m, text);
  return joined([
    stateWords(text), most === null ? null : `${most[2]} has most time itself: ${most[1]} s.`,
    late === null ? null : `The sampler was ${late} behind, so its shares are not exact.`,
  ]);
}

/** Says that no thread ran; null for a process that works. */
function stateWords(text: string): string | null {
  const [, , active, threads] = STATE.exec(text) ?? [];
  const samples = said(/^[ \t]{0,20}Total Samples (\d{1,12})\s*$/m, text);
  return active === undefined || Number(active) > 0 ? null
    : `It was idle at that moment: 0 % active, with ${Number(threads).toLocaleString('en-US')} ${
      threads === '1' ? 'thread' : 'threads'}${
      samples === null ? '' : `, after ${Number(samples).toLocaleString('en-US')} samples`}.`;
}

export const PY_SPY_TOP: Named = {
  id: 'py-spy-top', name: 'the screen of py-spy top', program: 'py-spy',
  pattern: /^[ \t]{0,20}%Own +%Total +OwnTime +TotalTime +Function/m, fact: screenFacts,
  remedy: 'A table has no stacks: record with py-spy record -f speedscope -o out.json --pid PID.',
};
