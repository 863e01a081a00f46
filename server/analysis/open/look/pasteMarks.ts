/** Patterns of lines around pasted content: Markdown fences, prompts and commands. Pure. */

export const FENCE =
  /^\s*(?:```|~~~)[\w+-]{0,20}\s*$|^\s*<\/?(?:details|summary|pre|code)\b[^<]{0,200}(?:<\/summary>)?>?\s*$/;
export const COMMAND = new RegExp([
  /^\s*(?:[\w.@:~/-]{1,80}[ ])?(?:\([\w./-]{1,60}\) )?[$#%>\u276f\u279c][ ]\s*\S/,
  /^\S{1,80}[:~][^\s]{0,80}[$#] ?\S/,
  /^\[[^\]\n]{1,80}\] ?[$#] /, /^\s*(?:curl|kubectl|go tool|promtool|cat|tsdb|oc|docker|ll) \S/,
  /^\s*(?:ls|du|df|ps|free|iostat|pidstat) -\w/,
].map(({ source }) => source).join('|'));
