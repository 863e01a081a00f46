/** Recognizes what Docker says of one container in words: `docker ps`, `docker inspect` and its own log. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { LIKELY, when, type Format } from '../../look/format.ts';

/** A row of `docker ps --filter`, or with a format: the name and the status. */
const EXITED =
  /(?:^|[\s>"'|\u2192])([a-z][\w.-]{1,100})["']?[ \t:,|-]{1,8}Exited \((\d{1,3})\)(?: ([\w ]{3,30} ago))?/m;
const CODE = /\b(?:exit|ExitCode|exit_?code)"?[=:] ?(\d{1,3})\b/i;
const FINISHED = /\b(?:FinishedAt"?[=:] ?"?)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[\d.]{0,12}Z(?=[^\n]{0,80}\bexit=|")/;
const NO_OOM = /\b(?:oom|OOMKilled)"?[=:] ?false\b/i;
const OOM = /\b(?:oom|OOMKilled)"?[=:] ?true\b/i;
const BY_HAND = /\bhasBeenManuallyStopped=true\b/;

/** Meanings of the exit codes in a container's status. */
export const EXIT_CODES: Readonly<Record<string, string>> = {
  125: 'docker run itself failed', 126: 'its command could not be run', 127: 'its command was not found',
  137: 'it was killed (SIGKILL)', 139: 'it crashed (SIGSEGV)', 143: 'it was told to stop (SIGTERM)',
  255: 'as after a restart of the host or of Docker, or an error of the program',
};

export const DOCKER_STATES: Format = {
  id: 'docker-state', name: 'what Docker says of a container', door: null,
  match: ({ text }) => when(fits(BY_HAND, text) || (fits(/\bdocker (?:container )?(?:ps|inspect)\b/, text)
    && (fits(EXITED, text) || (fits(CODE, text) && (fits(OOM, text) || fits(NO_OOM, text))))),
  { ...LIKELY, program: 'Docker' }),
  interest: ({ text }) => stateFacts(text),
  remedy: 'Open the log of the container: docker logs NAME.',
};

function stateFacts(text: string): string | null {
  const [, name, status] = EXITED.exec(text) ?? [];
  const code = status ?? CODE.exec(text)?.[1];
  const meaning = code === undefined ? undefined : EXIT_CODES[code];
  const finished = FINISHED.exec(text)?.[1];
  const who = name === undefined ? 'The container' : `The container ${name}`;
  return [
    code === undefined ? [] : code === '0' ? [`${who} ended with status 0.`]
      : [`${who} exited with status ${code}${finished === undefined ? '' : ` at ${finished}Z`}${
        meaning === undefined ? '' : `: ${meaning}`}.`],
    fits(OOM, text) ? ['The kernel killed it for its memory.'] : fits(NO_OOM, text)
      ? ['The kernel did not kill it for its memory.'] : [],
    fits(BY_HAND, text) 
      ? ['Docker does not start it again, because it counts as stopped by hand: docker start does.'] : [],
  ].flat().join(' ') || null;
}
