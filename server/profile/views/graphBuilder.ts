/** Builds nodes and edges of a call graph from samples, with frames dropped: graph.go, newGraph. */
import { accumulate } from '../query/accumulate.ts';
import { at } from '../decode/profile.ts';
import { isCounted, type Subject } from './subject.ts';
import { numericUnits } from '../query/tagFilter.ts';
import { scaledLabel } from '../query/units.ts';

export interface BuiltNode {
  /** Row of `names`. */
  slot: number;
  /** Value that selects nodes; for a pair the delta. */
  flat: number;
  cum: number;
  /** One sum for each column. */
  flats: number[];
  cums: number[];
  /** Edges by the other node's slot. */
  in: Map<number, BuiltEdge>;
  out: Map<number, BuiltEdge>;
}

export interface BuiltEdge {
  from: BuiltNode; to: BuiltNode; value: number; values: number[]; residual: boolean; inline: boolean;
  lastSample: number
}

export interface BuiltGraph { nodes: BuiltNode[] }

interface Tag { flat: number; cum: number }

export class GraphBuilder<Head, Cell> {
  private readonly tagsOfSample: SampleTags | null;
  private tags = new Map<number, Map<number, Tag>>();

  constructor(private readonly subject: Subject<Head, Cell>) {
    this.tagsOfSample = subject.profile.labels.key.length === 0 ? null : new SampleTags(subject);
  }

  /** Returns flat and cum of every name with a value, to select nodes before there are edges. */
  totals(): { slot: number; flat: number; cum: number }[] {
    const { profile, view, names, columns, cell, signed } = this.subject;
    const sums = accumulate(profile, view, names, columns);
    const valueOf = (which: 'flat' | 'cum', slot: number): number =>
      signed(cell(sums.map((each) => each[which].value(slot))));
    return names.names.map((_, slot) => ({ slot, flat: valueOf('flat', slot), cum: valueOf('cum', slot) }))
      .filter(({ flat, cum }) => flat !== 0 || cum !== 0);
  }

  /** Builds the graph of these names, without the frames between them and without nodes whose value is 0. */
  build(kept: { slot: number }[]): BuiltGraph {
    const { profile, view, names, columns } = this.subject;
    this.tags = new Map();
    const nodes = new Array<BuiltNode | null>(names.names.length).fill(null);
    for (const { slot } of kept) nodes[slot] = {
      slot, flat: 0, cum: 0, flats: columns.map(() => 0), cums: columns.map(() => 0), in: new Map(), out: new Map(),
    };
    const seenNode = new Int32Array(nodes.length).fill(-1);
    for (let sample = 0; sample < profile.sampleCount; sample++) {
      if (!isCounted(this.subject, sample)) continue;
      const values = columns.map((column) => column.numbers[sample] ?? 0);
      const value = this.subject.signed(this.subject.cell(values));
      let parent: BuiltNode | null = null;
      let residual = false;
      for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
        const location = at(profile.frames, frame);
        const outermost = at(names.start, location + 1) - 1;
        for (let line = outermost; line >= at(names.start, location); line--) {
          const slot = at(names.slots, line);
          const node: BuiltNode | null = nodes[slot] ?? null;
          if (node === null) { residual = true; continue; }
          if (seenNode[slot] !== sample) {
            seenNode[slot] = sample;
            node.cum += value;
            addTo(node.cums, values);
            this.addTags(slot, sample, value, 'cum');
          }
          if (parent !== null && parent !== node) {
            const edge = edgeOf(parent, node, residual, line !== outermost);
            if (edge.lastSample !== sample) {
              edge.lastSample = sample;
              edge.value += value;
              addTo(edge.values, values);
              if (residual) edge.residual = true;
              if (line === outermost) edge.inline = false;
            }
          }
          parent = node;
          residual = false;
        }
      }
      if (parent === null || residual) continue;
      parent.flat += value;
      addTo(parent.flats, values);
      this.addTags(parent.slot, sample, value, 'flat');
    }
    return { nodes: nodes.filter((node): node is BuiltNode => node !== null && (node.cum !== 0 || node.flat !== 0)) };
  }

  /**
   * Returns the number of boxes that pprof would draw at the node of the last graph: its label sets and sizes with a
   * flat value.
   */
  tagsOf(node: BuiltNode, cutoff: number): number {
    let count = 0;
    for (const { flat, cum } of this.tags.get(node.slot)?.values() ?? []) {
      if (flat !== 0 && (Math.abs(flat) >= cutoff || Math.abs(cum) >= cutoff)) count++;
    }
    return count;
  }

  private addTags(slot: number, sample: number, value: number, which: 'flat' | 'cum'): void {
    if (this.tagsOfSample === null) return;
    for (const id of this.tagsOfSample.of(sample)) {
      let tags = this.tags.get(slot);
      if (tags === undefined) this.tags.set(slot, tags = new Map<number, Tag>());
      let tag = tags.get(id);
      if (tag === undefined) tags.set(id, tag = { flat: 0, cum: 0 });
      tag[which] += value;
    }
  }
}

function addTo(sums: number[], values: number[]): void {
  for (let column = 0; column < values.length; column++) sums[column] = (sums[column] ?? 0) + (values[column] ?? 0);
}

function edgeOf(from: BuiltNode, to: BuiltNode, residual: boolean, inline: boolean): BuiltEdge {
  let edge = from.out.get(to.slot);
  if (edge === undefined) {
    edge = { from, to, value: 0, values: from.flats.map(() => 0), residual, inline, lastSample: -1 };
    from.out.set(to.slot, edge);
    to.in.set(from.slot, edge);
  }
  return edge;
}

/** Labels that pprof draws as boxes: a sample's text labels together, and the numeric label `bytes`. */
class SampleTags {
  private readonly ids = new Map<string, number>();
  private readonly bySample: number[][];

  constructor({ profile }: Pick<Subject<unknown, unknown>, 'profile'>) {
    const { start, key, text, number, strings } = profile.labels;
    const unit = numericUnits(profile).get('bytes') ?? 'bytes';
    this.bySample = Array.from({ length: profile.sampleCount }, (_, sample) => {
      const labels: string[] = [];
      const sizes: string[] = [];
      for (let label = at(start, sample); label < at(start, sample + 1); label++) {
        const name = strings[at(key, label)] ?? '';
        if (at(text, label) >= 0) labels.push(`${name}:${strings[at(text, label)] ?? ''}`);
        else if (name === 'bytes') sizes.push(scaledLabel(Number(number[label] ?? 0n), unit));
      }
      const joined = labels.sort().join('\\n');
      const tags = [...(joined === '' ? [] : [`l ${joined}`]), ...sizes.map((size) => `n ${joined} ${size}`)];
      return tags.map((tag) => this.id(tag));
    });
  }

  of(sample: number): number[] {
    return this.bySample[sample] ?? [];
  }

  private id(tag: string): number {
    const id = this.ids.get(tag) ?? this.ids.size;
    this.ids.set(tag, id);
    return id;
  }
}
