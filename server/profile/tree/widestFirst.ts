/** A range of samples that may become a node of the tree. */
export interface Candidate { parent: number; slot: number; depth: number; width: number; start: number; end: number }

/** Candidates not yet processed. */
export interface Waiting {
  readonly widestFirst: boolean;
  readonly size: number;
  push(candidate: Candidate): void;
  pop(): Candidate | null;
}

export class LastFirst implements Waiting {
  readonly widestFirst = false;
  private readonly stack: Candidate[] = [];

  get size(): number { return this.stack.length; }
  push(candidate: Candidate): void { this.stack.push(candidate); }
  pop(): Candidate | null { return this.stack.pop() ?? null; }
}

/** A heap: pops the widest candidate first; among equal ones, the one pushed first. */
export class WidestFirst implements Waiting {
  readonly widestFirst = true;
  private readonly heap: { candidate: Candidate; number: number }[] = [];
  private pushed = 0;

  get size(): number { return this.heap.length; }

  push(candidate: Candidate): void {
    const { heap } = this;
    const entry = { candidate, number: this.pushed++ };
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(entry, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = entry;
  }

  pop(): Candidate | null {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first.candidate;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let next = heap[below];
      const right = heap[below + 1];
      if (next !== undefined && right !== undefined && isBefore(right, next)) {
        below++;
        next = right;
      }
      if (next === undefined || !isBefore(next, last)) break;
      heap[at] = next;
      at = below;
    }
    heap[at] = last;
    return first.candidate;
  }
}

function isBefore(a: { candidate: Candidate; number: number }, b: { candidate: Candidate; number: number }): boolean {
  return a.candidate.width === b.candidate.width ? a.number < b.number : a.candidate.width > b.candidate.width;
}
