/** Writes a flame graph as folded stacks, the input format of other flame graph tools. */
import type { DiffFlameNode, FlameNode } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';

const MAX_CHARACTERS = 64 * 1024 * 1024;
export const TOO_LARGE =
  'the stacks are larger than 64 MiB as text; leave narrow frames out with a larger minRatio, such as 0.001';

/**
 * Writes `main;run;work 12` for each frame with a self value, signed, without the root of the tree. Error `too_large`
 * beyond 64 MiB.
 */
export function folded(root: FlameNode): Result<string> {
  return foldedBy(root, ({ self, selfNet = self }) => (selfNet === 0 ? '' : String(selfNet)));
}

/** Writes the self values of both sides, as difffolded.pl does: `main;run;work 12 7`. */
export function diffFolded(root: DiffFlameNode): Result<string> {
  return foldedBy(
    root, ({ selfBefore, selfAfter }) => (selfBefore === 0 && selfAfter === 0 ? '' : `${selfBefore} ${selfAfter}`)
  );
}

function foldedBy<Node extends { name: string; children: Node[] }>(
  root: Node, values: (node: Node) => string
): Result<string> {
  const lines: string[] = [];
  let length = 0;
  for (const path of paths(root)) {
    const node = path.at(-1) ?? root;
    const value = values(node);
    if (value === '') continue;
    // A semicolon would split the name in two.
    const line = `${(path.length === 1 ? path : path.slice(1)).map(({ name }) => oneWord(name)).join(';')} ${value}\n`;
    lines.push(line);
    length += line.length;
    if (length > MAX_CHARACTERS) return fail('too_large', TOO_LARGE);
  }
  return ok(lines.join(''));
}

/** Yields the path to each node, including the root; a node comes before those below it. The list is reused. */
export function* paths<Node extends { children: Node[] }>(root: Node): Generator<readonly Node[]> {
  const path: Node[] = [];
  const queue = [{ node: root, depth: 0 }];
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    const { node, depth } = row;
    for (const child of node.children.toReversed()) queue.push({ node: child, depth: depth + 1 });
    path.length = depth;
    path.push(node);
    yield path;
  }
}

function oneWord(name: string): string {
  // oxlint-disable-next-line no-control-regex -- a name must not break the line
  return name.replace(/;/g, ':').replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
