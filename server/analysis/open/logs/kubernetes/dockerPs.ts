/** Reads containers from `docker ps`: which run, which end again and again. Pure. */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { when, type Format } from '../../look/format.ts';

const HEADER = /^CONTAINER ID\s+IMAGE\s+COMMAND\s+CREATED\s+STATUS/m;
const UP = /Up (?:[^()\s]{1,20} ){0,3}\w{1,20}(?: \((?:un)?healthy\))?/.source;
const NOT_UP = /(?:Exited|Restarting|Created|Dead|Paused)(?: \(\d{1,3}\))?[^\n]{0,30}?/.source;
/** A row: id, image, command, then the status, which a reporter may have marked with asterisks. */
const ROW = new RegExp(`^[0-9a-f]{12} +(\\S{1,200}) .*?\\s{2,}\\*{0,2}(${UP}|${NOT_UP})\\*{0,2}(?:\\s{2,}|$)`);
/** Digest of an image, which tells a reader nothing; an image without a name has only that. */
const DIGEST = /(\S)@sha256:[0-9a-f]{12,64}$/;
const MAX_SAID = 3;

function containersOf(lines: readonly string[]): { image: string; status: string }[] {
  return lines.flatMap((line) => {
    const [, image, status] = ROW.exec(line) ?? [];
    return image === undefined || status === undefined ? []
      : [{ image: image.replace(DIGEST, '$1'), status: status.trim() }];
  });
}

function isMostlyRows(lines: readonly string[]): boolean {
  const rows = containersOf(lines.slice(0, 50)).length;
  return rows > 0 && rows * 2 >= lines.length;
}

export const DOCKER_PS: Format = {
  id: 'docker-ps', name: 'the output of docker ps', door: 'log',
  // Output that was filtered with grep has no header.
  match: ({ head, lines }) => when(fits(HEADER, head) || isMostlyRows(lines)),
  interest: ({ lines }) => {
    const all = containersOf(lines);
    const bad = all.filter(({ status }) => !status.startsWith('Up ') || status.includes('(unhealthy)'));
    if (all.length === 0) return null;
    const said = bad.slice(0, MAX_SAID).map(({ image, status }) => `${image}: ${status}`);
    if (said.length > 0) return `${said.join('; ')}.`;
    const running = all.length === 1 ? 'Its container runs' : `Its ${all.length} containers run`;
    return `${running}. Those that have ended are only in docker ps -a.`;
  },
  remedy: 'Open the log of a container: docker logs NAME.',
};
