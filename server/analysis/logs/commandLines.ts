/** Recognizes commands pasted from a terminal before their output, which name the source of the log. Pure. */

/** Matches an optional prompt, which ends with one of these marks, and the command. */
const COMMAND = new RegExp(
  /^(.{0,100}[#$%>\u276f\u279c~]\s{0,4})?(?:sudo\s{1,3}(?:-\S{1,20}\s{1,3}){0,3})?/.source
    + /(kubectl|oc|microk8s|k3s|docker|docker-compose|podman|nerdctl|crictl|journalctl|dmesg|promtool|curl|cat)/.source
    + /\s{1,4}(?=[-\w./])/.source
);
const OF_CONTAINERS = /^(?:logs?|describe|get|compose|exec|events?|ps|inspect|top|run|up)$/;
/** Options whose value is the next word. */
const WITH_VALUE =
  /^(?:-[ncl]|--(?:namespace|container|tail|since|since-time|until|selector|context|kubeconfig))$/;
const MAX_LINE = 400;

export interface CommandLine {
  /** The pod or container whose log was requested: `prometheus-0`, with its container if named; `""` without one. */
  source: string;
}

/** Returns the command of a line; null if the line is not a command. */
export function commandOf(line: string): CommandLine | null {
  const text = line.slice(0, MAX_LINE);
  const found = COMMAND.exec(text);
  // A program's own line may quote a command.
  if (found === null || /["=]/.test(found[0])) return null;
  const [whole, prompt, program = ''] = found;
  const words = text.slice(whole.length).trim().split(/\s+/);
  if (/^(?:journalctl|dmesg|promtool|curl|cat)$/.test(program)) return prompt === undefined ? null : { source: '' };
  if (!words.slice(0, 7).some((word) => OF_CONTAINERS.test(word))) return null;
  return { source: words.some((word) => /^logs?$/.test(word)) ? sourceOf(words) : '' };
}

function sourceOf(words: readonly string[]): string {
  let isAfter = false;
  let [name, container] = ['', ''];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (/^[|>&;]/.test(word)) break;
    if (word.startsWith('-')) {
      const [key = '', value = ''] = word.split('=', 2);
      if (/^(?:-c|--container)$/.test(key)) container = value === '' ? words[i + 1] ?? '' : value;
      if (WITH_VALUE.test(word)) i++;
    } else if (!isAfter) isAfter = /^logs?$/.test(word);
    else if (name === '') name = word.replace(/^(?:pods?|deploy(?:ment)?s?|sts|statefulsets?)\//, '');
    else if (container === '') container = word;
  }
  return [name, container].filter((part) => /^[\w.-]{1,150}$/.test(part)).join('/');
}
