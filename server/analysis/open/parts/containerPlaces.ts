/**
 * Confronts what a log of containers shows with the file of Docker Compose, or the command, that starts them: whether
 * the data are in a folder that no volume covers, and which tag runs. Pure; bounded.
 */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';

const MAX_LINES = 3000;
const MAX_LINE = 2000;
const MAX_CONTAINERS = 50;
const MAX_SERVICE_LINES = 200;
const IMAGE = /^(\s{1,20})image:\s{1,4}['"]?([\w./-]{1,200}?)(?::([\w.-]{1,100}))?['"]?\s*(?:#.*)?$/;
/** `- ./data:/var/lib/influxdb:rw`, `target: /var/lib/influxdb`. */
const MOUNT = /^\s{0,20}-\s{1,4}['"]?\S{1,300}?:(\/[^\s:'"]{0,200})(?::[\w,]{1,20})?['"]?\s*(?:#.*)?$/;
const TARGET = /^\s{0,20}(?:- )?target:\s{1,4}['"]?(\/[^\s'"]{0,200})/;
const RUN = /\bdocker\s{1,4}(?:container\s{1,4})?run\s/;
const RUN_MOUNT = new RegExp([
  /\s(?:-v|--volume)[= ]{1,4}['"]?\S{1,300}?:(\/[^\s:'"]{1,200})/,
  /\s--mount[= ]{1,4}\S{0,300}?\b(?:target|destination|dst)=(\/[^\s,'"]{1,200})/,
].map(({ source }) => source).join('|'), 'g');
const RUN_IMAGE = new RegExp(String.raw`(?<!--(?:name|network|hostname|link|net))\s((?:[\w.-]{1,100}\/){0,3}`
  + String.raw`[\w.-]{1,100})(?::([\w.-]{1,100}))?(?=\s|$)`, 'g');
const DATA_FOLDER = /"?\bUsing data dir"?.{0,300}?\bpath"?[=:] ?"?(\/[^\s",]{1,200})/g;
/** The folders for which the images of InfluxDB have a volume of their own. */
const OWN_VOLUMES = ['/var/lib/influxdb', '/var/lib/influxdb2'];
const OF_INFLUX = /(?:^|\/)influxdb$/;
/** A row of docker ps: its id and its image. */
const RUNNING = /^[0-9a-f]{12} {1,10}([\w./-]{1,200}):([\w.-]{1,100}) .{0,300}\sUp /gm;
const MAX_TOLD = 3;

interface Container { image: string; tag: string | null; mounts: string[] }

/** Returns the services of a file of Docker Compose, and the containers of docker run. */
function containersIn(text: string): Container[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const isStart = (line: string): boolean => IMAGE.test(line) || RUN.test(line);
  const starts = lines.flatMap((line, at) => (isStart(line) ? [at] : [])).slice(0, MAX_CONTAINERS);
  return starts.flatMap((at): Container[] => {
    const line = lines[at] ?? '';
    const [, indent, image = '', tag] = IMAGE.exec(line) ?? [];
    if (indent !== undefined) return [{ image, tag: tag ?? null, mounts: mountsOf(serviceAt(lines, at, indent)) }];
    return runOf(line);
  });
}

/** Returns the lines of the service around the line of its image, which have the same or a deeper indent. */
function serviceAt(lines: readonly string[], at: number, indent: string): string[] {
  const isOfService = (line = 'x'): boolean => line.trim() === '' || line.startsWith(indent);
  let [from, to] = [at, at + 1];
  while (from > 0 && at - from < MAX_SERVICE_LINES && isOfService(lines[from - 1])) from -= 1;
  while (to < lines.length && to - at < MAX_SERVICE_LINES && isOfService(lines[to])) to += 1;
  return lines.slice(from, to);
}

const mountsOf = (lines: readonly string[]): string[] => lines.flatMap((line) =>
  MOUNT.exec(line)?.[1] ?? TARGET.exec(line)?.[1] ?? []);

function runOf(line: string): Container[] {
  const mounts = [...line.matchAll(RUN_MOUNT)].map(([, volume, mount]) => volume ?? mount ?? '');
  return [...line.matchAll(RUN_IMAGE)].filter(([, image = '']) => OF_INFLUX.test(image))
    .map(([, image = '', tag]) => ({ image, tag: tag ?? null, mounts }));
}

const isCovered = (path: string, mounts: readonly string[]): boolean =>
  mounts.some((mount) => path === mount || path.startsWith(`${mount.replace(/\/$/, '')}/`));

/** Says that InfluxDB keeps its data in a folder of its container that no volume covers; null if it is not shown. */
function outsideVolumes(text: string, containers: readonly Container[]): string | null {
  const paths = [...new Set([...text.matchAll(DATA_FOLDER)].map(([, path = '']) => path))];
  const own = containers.filter(({ image, mounts }) => OF_INFLUX.test(image) && mounts.length > 0);
  const [[path = ''], [container]] = [paths, own];
  if (paths.length !== 1 || own.length !== 1 || container === undefined) return null;
  return isCovered(path, [...container.mounts, ...OWN_VOLUMES]) ? null
    : `InfluxDB keeps its data in ${path}, which none of its volumes covers (${container.mounts.slice(0, MAX_TOLD)
      .join(', ')}): they are lost with the container.`;
}

/** Says which tag of an image runs where the file names another; null if no image differs. */
function otherTags(text: string, containers: readonly Container[]): string | null {
  const running = [...text.matchAll(RUNNING)].map(([, image = '', tag = '']) => ({ image, tag }));
  const tagsOf = (all: readonly { image: string; tag: string | null }[], of: string): Set<string> =>
    new Set(all.flatMap(({ image, tag }) => (image === of && tag !== null ? [tag] : [])));
  const told = [...new Set(running.map(({ image }) => image))].flatMap((image) => {
    const [[tag, ...others], [named, ...more]] = [[...tagsOf(running, image)], [...tagsOf(containers, image)]];
    const isOne = tag !== undefined && named !== undefined && others.length === 0 && more.length === 0;
    return isOne && tag !== named ? [`${image}:${tag} runs, where the file names ${image}:${named}.`] : [];
  });
  return told.length === 0 ? null : told.slice(0, MAX_TOLD).join(' ');
}

/** Returns what a log or docker ps shows otherwise than the file or command that starts the containers. */
export function containerPlaces(text: string): string | null {
  if (!fits(/\bimage:|\bdocker\s/, text)) return null;
  const containers = containersIn(text);
  return containers.length === 0 ? null : joined([outsideVolumes(text, containers), otherTags(text, containers)]);
}
