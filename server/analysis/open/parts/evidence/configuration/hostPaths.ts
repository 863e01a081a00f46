/** Tells where a path of the host that an error does not find is in the container. Pure; bounded. */

const PATH = String.raw`(\/[\w.@+-]{1,100}(?:\/[\w.@+:-]{1,100}){0,20})`;
const MISSING = new RegExp(String.raw`\b(?:open|stat|lstat|read|opendir|chdir|scandir) "?${PATH}"?: no such file or `
  + 'directory', 'i');
/** `-v /:/host:ro`, `--volume=/data:/x`, `- /data:/x:ro` of Docker Compose. */
const BINDS: readonly RegExp[] = [
  /(?:^|[\s`"'])(?:-v|--volume)[= ]{1,4}["']?(\/[\w./-]{0,200}):(\/[\w./-]{1,200})(?=[\s:"'`,]|$)/gm,
  /^[ \t]{1,40}- ?["']?(\/[\w./-]{0,200}):(\/[\w./-]{1,200})(?::[\w,]{1,20})?["']?[ \t]{0,8}$/gm,
  /\btype=bind,(?:source|src)=(\/[\w./-]{0,200}),(?:target|destination|dst)=(\/[\w./-]{1,200})(?=[\s,"'`]|$)/gm,
];
/** Where node_exporter finds the root of the host. */
const ROOTFS = /--path\.rootfs[= ]["']?(\/[\w./-]{1,200})/;
/** What a container has of its own. */
const OF_CONTAINER = /^\/(?:proc|sys|dev|run|tmp)(?:\/|$)/;
const IMAGE = /^[ \t]{1,40}image:/gm;
const MAX_CHARS = 64 * 1024;

interface Bind { source: string; target: string }

const isWithin = (path: string, folder: string): boolean => folder === '/' || path === folder
  || path.startsWith(`${folder}/`);
const bare = (folder: string): string => (folder.length > 1 ? folder.replace(/\/$/, '') : folder);

function bindsIn(text: string, isOfExporter: boolean): Bind[] {
  const all = BINDS.flatMap((pattern) => [...text.matchAll(pattern)]
    .map(([, source = '', target = '']) => ({ source: bare(source), target: bare(target) })));
  const root = isOfExporter ? ROOTFS.exec(text)?.[1] : undefined;
  return root === undefined ? all : [...all, { source: '/', target: bare(root) }];
}

/** Returns where such a path is if it is one of the host; null unless the text mounts it elsewhere. */
export function hostPath(facts: string, text: string): string | null {
  const path = MISSING.exec(facts)?.[1]?.replace(/[:.]$/, '');
  if (path === undefined || OF_CONTAINER.test(path)) return null;
  // Of several services, it is not known which has the path.
  if ((text.match(IMAGE)?.length ?? 0) > 1) return null;
  const binds = bindsIn(text.slice(0, MAX_CHARS), /collector|node_exporter/i.test(`${facts} ${text}`));
  if (binds.some(({ target }) => isWithin(path, target))) return null;
  const [bind] = binds.filter(({ source, target }) => source !== target && isWithin(path, source))
    .sort((a, b) => b.source.length - a.source.length);
  if (bind === undefined) return null;
  const inside = `${bind.target}${bind.source === '/' ? path : path.slice(bind.source.length)}`;
  return `By the text, ${bind.source} of the host is at ${bind.target} in the container. If ${path} is a path of the `
    + `host, it is ${inside} there: set that path, or mount the folder at the same path.`;
}
