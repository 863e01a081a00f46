/** Patterns of lines around pasted content: Markdown fences, prompts and commands. Pure. */

export const FENCE =
  /^\s*(?:`{3,8}|~{3,8})[\w+-]{0,20}\s*$|^\s*<\/?(?:details|summary|pre|code)\b[^<]{0,200}(?:<\/summary>)?>?\s*$/;
export const COMMAND = new RegExp([
  /^\s*(?:[\w.@:~/-]{1,80}[ ])?(?:\([\w./-]{1,60}\) )?[$#%>\u276f\u279c][ ]\s*\S/,
  /^\S{1,80}[:~][^\s]{0,80}[$#] ?\S/,
  /^\[[^\]\n]{1,80}\] ?[$#] /, /^\s*(?:curl|kubectl|go tool|promtool|cat|tsdb|oc|docker|ll) \S/,
  /^\s*(?:ls|du|df|ps|free|iostat|pidstat) -\w/,
].map(({ source }) => source).join('|'));
/** A root prompt with a known command; other text after `#` may be a comment. */
export const PROMPT = new RegExp(String.raw`^\s*# (?:(?:du|df|curl|ls|ll|cat|free|top|ps|promtool|kubectl|docker|iostat`
  + String.raw`|vmstat|pidstat|sar|ss|lsof|time|perf|strace|find|uptime|systemctl`
  + String.raw`|journalctl|go)\b(?! is | was )|\.?/\S+( -|$))`);

/** Turns single backticks around several lines, or around a line of JSON, into fences. */
export function fenced(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const json = /^`(\{[^`]{40,})`\s*$/.exec(line)?.[1];
    if (json !== undefined) return ['```', json, '```'];
    return /^`[^`]+$/.test(line) ? ['```', line.slice(1)] : [/^`\s*$/.test(line) ? '```' : line];
  });
}
