/** Finds the lines of GODEBUG=gctrace=1 in an output, also those that other output was printed into. Pure. */

/** `gc 12 @8.371s 1%: 0.11+296+0.34 ms clock, 3.6+7.0/1781/344+11 ms cpu, 3655->3662->3197 MB, 3749 MB goal, 40 P` */
const BEHIND_SHARE = String.raw`([\d.]{1,20})\+([\d.]{1,20})\+([\d.]{1,20}) ms clock, `
  + String.raw`([\d.]{1,20})\+([\d.]{1,20})\/([\d.]{1,20})\/([\d.]{1,20})\+([\d.]{1,20}) ms cpu, `
  + String.raw`(\d{1,9})->(\d{1,9})->(\d{1,9}) MB, (\d{1,9}) MB goal,.{0,80}? (\d{1,5}) P( \(forced\))?`;
export const GC_LINE = new RegExp(String.raw`\bgc (\d{1,9}) @(\d{1,9}\.\d{1,6})s \d{1,3}%: ${BEHIND_SHARE}`);

/** The rest of a line that was torn before its share of CPU. */
const REST = new RegExp(String.raw`\d{1,3}%: ${BEHIND_SHARE}`);
/** A line of Go's log package, or with another time, that was printed into a line of the trace. */
const INSERTED = /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d[^\n]{0,1000}\n/g;
/** Numbers and lines that may be missing at one place: more are a cut. */
const MAX_HOLE = 3;
const MAX_BETWEEN = 40;

/**
 * Returns the text with torn lines put together. A hole in the numbers of the cycles shows where; nothing else is
 * changed, and a line whose parts do not fit stays torn.
 */
export function withoutTears(text: string): string {
  const lines = text.split('\n');
  const cycles = lines.flatMap((line, at) => {
    const [, number, seconds] = GC_LINE.exec(line) ?? [];
    return number === undefined || seconds === undefined ? [] : [{ at, number: Number(number), seconds }];
  });
  const mended = new Map<number, string>();
  cycles.forEach(({ at, number, seconds }, i) => {
    const next = cycles[i + 1] ?? { at: Math.min(lines.length, at + MAX_BETWEEN), number: number + 2 };
    const missing = next.number - number - 1;
    if (missing < 1 || missing > MAX_HOLE || next.at - at > MAX_BETWEEN || next.at - at < 2) return;
    const whole = `${lines.slice(at + 1, next.at).join('\n')}\n`.replace(INSERTED, '');
    const found = GC_LINE.exec(whole);
    const rest = missing === 1 && i < cycles.length - 1 ? REST.exec(whole)?.[0] : undefined;
    if (found !== null && Number(found[1]) > number && Number(found[1]) < next.number) mended.set(at + 1, found[0]);
    // The time of its start is lost with the beginning: the cycle before is the nearest.
    else if (found === null && rest !== undefined) mended.set(at + 1, `gc ${number + 1} @${seconds}s ${rest}`);
  });
  if (mended.size === 0) return text;
  return lines.flatMap((line, at) => [...mended.has(at) ? [mended.get(at) ?? ''] : [], line]).join('\n');
}
