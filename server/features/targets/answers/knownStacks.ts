/** Reads stacks of a target's newest profiles that known issues need, and what its goroutines wait for. */
import type { FlameNode, ProfileInfo } from '../../../../core/contract/contract.ts';
import type { GoroutineView, ProfileStack } from '../../../../core/contract/terms/goroutines.ts';
import type { PanelInputs } from '../../../../core/panels.ts';
import { functionsOfSymptoms } from '../../../analysis/knownIssues/matchKnownIssues.ts';
import { goroutineEvidence, type TimedView } from '../../../analysis/signals/goroutines/goroutineEvidence.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';

const MAX_STACKS = 1_000;
const MAX_KEPT = 64;
/** Goroutine profiles per answer: enough for half an hour of dumps. */
const MAX_VIEWS = 7;

type Timed = ProfileInfo & { time: number };

export class KnownStacks {
  /** Stacks by profile id; never stale, because a profile never changes. */
  readonly #heaps = new Map<string, ProfileStack[]>();
  readonly #views = new Map<string, GoroutineView>();

  constructor(private readonly profiles: Pick<ProfileCatalog, 'flamegraph' | 'view'>) {}

  /** Reads the newest profiles in the window. Skips an unreadable one: its page says why. */
  async of(
    own: readonly ProfileInfo[], { startMs, endMs }: { startMs: number; endMs: number }
  ): Promise<Pick<PanelInputs, 'stacks' | 'goroutines'>> {
    const newestOf = (wanted: string): Timed[] => own.filter((one): one is Timed => (
      one.kind === wanted && one.time !== null && one.time * 1000 >= startMs && one.time * 1000 <= endMs
    )).sort((a, b) => b.time - a.time);
    const [heap] = newestOf('heap');
    const [ofHeap, read] = await Promise.all([
      heap === undefined ? [] : this.#stacks(heap.id),
      Promise.all(newestOf('goroutine').slice(0, MAX_VIEWS).map((one) => this.#view(one))),
    ]);
    const [newest, ...others] = read.flat();
    if (newest === undefined) return { stacks: ofHeap, goroutines: null };
    const { goroutines, stacks } = goroutineEvidence([newest, ...others]);
    return { goroutines, stacks: [...ofHeap, ...stacks] };
  }

  async #view({ id, time }: Timed): Promise<TimedView[]> {
    const known = this.#views.get(id);
    if (known !== undefined) return [{ timeMs: 1000 * time, view: known }];
    const view = await this.profiles.view('goroutines', id, { search: functionsOfSymptoms() });
    if (!view.ok) return [];
    keep(this.#views, id, view.value);
    return [{ timeMs: 1000 * time, view: view.value }];
  }

  async #stacks(id: string): Promise<ProfileStack[]> {
    const known = this.#heaps.get(id);
    if (known !== undefined) return known;
    const graph = await this.profiles.flamegraph(id, { focus: functionsOfSymptoms(), minRatio: 0 });
    if (!graph.ok) return [];
    const { root, total } = graph.value;
    const stacks = stacksOf(root, total);
    keep(this.#heaps, id, stacks);
    return stacks;
  }
}

function keep<T>(kept: Map<string, T>, id: string, value: T): void {
  kept.set(id, value);
  for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
}

/** Returns every path from the root to a frame with a self value. */
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
