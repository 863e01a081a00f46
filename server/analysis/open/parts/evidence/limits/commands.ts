/** Reads commands that were pasted with their output, and the single numbers that they print. Pure; bounded. */

const MAX_CHARS = 2 ** 20;
const MAX_COMMANDS = 40;
const MAX_OUTPUT = 200;
const PROGRAMS = [
  'curl', 'wget', 'sh', 'bash', 'cat', 'ls', 'll', 'wc', 'ulimit', 'sysctl', 'kubectl', 'oc', 'docker', 'podman',
  'crictl', 'ps', 'free', 'df', 'du', 'mount', 'grep', 'head', 'tail', 'find', 'stat', 'nproc', 'prlimit',
  'systemctl', 'ss', 'lsof',
].join('|');
/** A prompt with a known program behind it; the line of a log has other characters before a mark. */
const PROMPTED = new RegExp(
  String.raw`^[\w.@:~()/[\] -]{0,80}[$#%>\u276f\u279c] {1,4}((?:sudo )?(?:${PROGRAMS})\b[^\n]{0,2000})$`
);
const BARE = new RegExp(String.raw`^[ \t]{0,8}((?:sudo )?(?:${[
  'curl -', String.raw`curl \S{1,300}\/metrics`, 'kubectl (?:get|describe|-n)', String.raw`cat \/`, 'wc -l', 'ls -',
  'sysctl ', 'ulimit -',
].join('|')})[^\n]{0,2000})$`);
const FENCE = /^[ \t]{0,8}(?:`{3}|~{3})/;

interface ShellCommand {
  command: string;
  output: readonly string[];
}

const commandIn = (line: string): string | undefined =>
  (PROMPTED.exec(line) ?? BARE.exec(line))?.[1]?.replace(/ {1,8}# .*$/, '');

/** Returns the commands in the text, each with the lines up to the next one or to the end of its fence. */
export function shellCommands(text: string): ShellCommand[] {
  const found: { command: string; output: string[] }[] = [];
  let open: { command: string; output: string[] } | null = null;
  for (const line of text.slice(-MAX_CHARS).split('\n')) {
    const command = line.length > MAX_OUTPUT * 20 ? undefined : commandIn(line);
    if (command !== undefined) {
      if (found.length >= MAX_COMMANDS) break;
      open = { command, output: [] };
      found.push(open);
    } else if (FENCE.test(line)) open = null;
    else if (open !== null && open.output.length < MAX_OUTPUT) open.output.push(line);
  }
  return found;
}

/** Parts of a command that print nothing but one number. */
const PRINTS_ONE =
  /\bwc -l\b|\bcat \/(?:proc\/sys|sys)\/\S|\bsysctl -n\b|\bulimit -\w\b|\bgrep -c\b|\bnproc\b/;
const ONE_NUMBER = /^[ \t]{0,12}(\d{1,15}|unlimited|max)[ \t]{0,8}$/;
const LOOP = /\bfor\b.{1,200}\bdo\b/;

export interface PrintedNumber {
  part: string;
  value: number;
}

/** Returns the numbers with the part of the command that printed each; none if they cannot be told apart. */
export function printedNumbers({ command, output }: ShellCommand): PrintedNumber[] {
  const parts = LOOP.test(command) ? [] : command.split(/;|&&/).filter((part) => PRINTS_ONE.test(part));
  const values = output.flatMap((line) => ONE_NUMBER.exec(line)?.[1] ?? []);
  return parts.length !== values.length ? []
    : parts.map((part, i) => {
      const value = values[i] ?? '';
      return { part: part.trim(), value: /^\d/.test(value) ? Number(value) : Infinity };
    });
}
