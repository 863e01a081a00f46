/** Stacks of a target's newest profiles that known issues look for. */
import type { FlameNode, ProfileInfo } from '../../core/contract/contract.ts';
import type { ProfileStack } from '../../core/contract/terms/goroutines.ts';
import { functionsOfSymptoms } from '../knownIssues/matchKnownIssues.ts';
import type { ProfileCatalog } from '../store/files/profileCatalog.ts';

/** Where goroutines wait, and what memory is held by. */
const KINDS = ['goroutine', 'heap'];
const MAX_STACKS = 1_000;
const MAX_KEPT = 16;

export class KnownStacks {
  /** By id: a profile never changes. */
  readonly #read = new Map<string, ProfileStack[]>();

  constructor(private readonly profiles: Pick<ProfileCatalog, 'flamegraph'>) {}

  /** Of the newest profile of each kind in the window. One that cannot be read is skipped: its page says why. */
  async of(
    own: readonly ProfileInfo[], { startMs, endMs }: { startMs: number; endMs: number }
  ): Promise<ProfileStack[]> {
    const newest = KINDS.flatMap((wanted) => own.filter(
      ({ kind, time }) => kind === wanted && time !== null && time * 1000 >= startMs && time * 1000 <= endMs
    ).reduce<ProfileInfo[]>((one, other) => ((one[0]?.time ?? -Infinity) > (other.time ?? 0) ? one : [other]), []));
    return (await Promise.all(newest.map(({ id }) => this.#stacks(id)))).flat();
  }

  async #stacks(id: string): Promise<ProfileStack[]> {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const graph = await this.profiles.flamegraph(id, { focus: functionsOfSymptoms(), minRatio: 0 });
    if (!graph.ok) return [];
    const { root, total } = graph.value;
    const stacks = stacksOf(root, total);
    this.#read.set(id, stacks);
    for (const oldest of [...this.#read.keys()].slice(0, -MAX_KEPT)) this.#read.delete(oldest);
    return stacks;
  }
}

/** Every path from the root to a frame that has a value of its own. */
function stacksOf(root: FlameNode, total: number): ProfileStack[] {
  const stacks: ProfileStack[] = [];
  const open: { node: FlameNode; above: readonly string[] }[] = root.children.map((node) => ({ node, above: [] }));
  for (let next = open.pop(); next !== undefined && stacks.length < MAX_STACKS; next = open.pop()) {
    const { node, above } = next;
    const functions = [...above, node.name];
    if (node.self > 0) stacks.push({ functions, share: total > 0 ? node.self / total : 0 });
    for (const child of node.children) open.push({ node: child, above: functions });
  }
  return stacks;
}
