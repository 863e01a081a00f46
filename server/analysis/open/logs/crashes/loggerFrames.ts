/** Skips the frames of a logger at the top of a crash: the caller chose to panic, and the logger did it. Pure. */

/** Packages that only log. */
const LOGGER = new RegExp([
  /^(?:go\.uber\.org|github\.com\/uber-go)\/zap(?:\/\w{1,40})?\./, /^(?:github\.com\/[sS]irupsen\/)?logrus\./,
  /^log(?:\/slog)?\./, /^k8s\.io\/klog(?:\/v\d)?[./]/, /^github\.com\/golang\/glog\./,
  /^github\.com\/(?:rs\/zerolog|hashicorp\/go-hclog|go-kit\/(?:kit\/)?log|coreos\/pkg\/capnslog)(?:\/\w{1,40})?\./,
  /^github\.com\/VictoriaMetrics\/VictoriaMetrics\/lib\/logger\./, /^zapcore\./,
  // Loggers that programs put around these.
  /\/logutil\.|\(\*?\w{0,60}[lL]ogger\)\.(?:Log|Write|Panic|Fatal|Output)\w{0,12}$/,
].map(({ source }) => source).join('|'));
/** Functions that end the process, without which a logger crashed itself. */
const ENDS = /\.(?:D?Panic|Fatal|Exit)(?:f|ln|w|Context|Depth|lnDepth|fDepth|Skipframes)?$|CheckedEntry\)\.Write$/;

/** Returns the number of frames of a logger at the top, which `names` has innermost first; 0 if it crashed itself. */
export function loggerFrames(names: readonly string[]): number {
  const others = names.findIndex((name) => !LOGGER.test(name));
  return others > 0 && names.slice(0, others).some((name) => ENDS.test(name)) ? others : 0;
}

/** Characters around the message of a crash in which its logged line stands. */
const NEAR_CHARS = 6000;
const CAUSE = new RegExp([
  /"(?:error|err)" ?: ?"((?:[^"\\\n]|\\.){1,600})"/, /\b(?:error|err)="((?:[^"\\\n]|\\.){1,600})"/,
  /\b(?:error|err)=([^"\s\n][^\n=]{0,300}?)(?= \w{1,40}=|$)/,
].map(({ source }) => source).join('|'), 'm');
const LEVEL = /"level" ?: ?"(?:d?panic|fatal)"|\blevel=(?:d?panic|fatal)\b|\b(?:D?PANIC|FATAL|d?panic|fatal)\t/;

/** Returns the error that the logged line of a crash states beside its message; null without one. */
export function loggedCause(text: string, said: string): string | null {
  const message = said.replace(/^(?:panic|fatal error): /, '').trim();
  if (message.length < 4) return null;
  const at = text.indexOf(said);
  const from = Math.max(0, at - NEAR_CHARS);
  for (const line of text.slice(from, Math.max(0, at) + NEAR_CHARS).split('\n')) {
    if (!LEVEL.test(line) || !line.includes(message)) continue;
    const found = CAUSE.exec(line)?.slice(1).find((cause) => cause !== undefined)?.trim();
    if (found !== undefined && !message.includes(found)) return found.replaceAll(String.raw`\"`, '"');
  }
  return null;
}
