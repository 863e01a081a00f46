/**
 * Reads a `.heapprofile` of V8's sampling heap profiler: a tree of frames, each with the bytes it allocated that are
 * still in use. https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/#type-SamplingHeapProfile
 */
import type { Profile } from '../decode/profile.ts';
import { listAt, numberAt, objectAt, textOr, type JsonObject } from './jsonValue.ts';
import { StackProfile } from './stackProfile.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export function isHeapProfile(file: JsonObject): boolean {
  const { head } = file;
  return isRecord(head) && isRecord(head['callFrame']) && typeof head['selfSize'] === 'number';
}

interface Open { node: JsonObject; parent: Open | null; row: number | null }

export function readHeapProfile(file: JsonObject): Profile {
  const stacks = new StackProfile([{ type: 'inuse_space', unit: 'bytes' }]);
  const queue: Open[] = [{ node: objectAt(file['head'], '"head"'), parent: null, row: null }];
  for (let open = queue.pop(); open !== undefined; open = queue.pop()) {
    const { node, parent } = open;
    const call = isRecord(node['callFrame']) ? node['callFrame'] : {};
    const name = textOr(call['functionName'], '(anonymous)');
    const line = call['lineNumber'];
    if (parent !== null || name !== '(root)') open.row = stacks.frame({
      name, file: textOr(call['url'], ''), ...(typeof line === 'number' ? { line: line + 1 } : {}),
    });
    const bytes = numberAt(node['selfSize'], 'a size');
    if (bytes > 0) {
      const stack: number[] = [];
      for (let at: Open | null = open; at !== null; at = at.parent) {
        stacks.meet(1);
        if (at.row !== null) stack.push(at.row);
      }
      stacks.add(stack, [bytes]);
    }
    const children = node['children'] === undefined ? [] : listAt(node['children'], 'the children of a node');
    stacks.meet(children.length);
    for (const child of children) queue.push({ node: objectAt(child, 'a node'), parent: open, row: null });
  }
  return stacks.finish({ defaultSampleType: 'inuse_space' });
}
