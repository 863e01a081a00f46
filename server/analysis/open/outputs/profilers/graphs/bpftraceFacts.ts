/** Facts on the stacks of bpftrace: how many there are, whether they repeat, how the kernel was entered. Pure. */
import { counted } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

const END = /^[ \t]*(?:, .{1,200})?\]: (\d{1,15})\s*$/;
const MAX_LINES = 100_000;
/** The entries of the kernel, by the outermost function of a stack. */
const ENTRIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:entry_SYSCALL|entry_INT80|el0_svc|__x64_sys_|system_call)/, 'system calls'],
  [/^(?:asm_exc_page_fault|page_fault|do_page_fault|el0_da|el0_ia)/, 'page faults'],
  [/^(?:ret_from_fork|kthread$)/, 'threads of the kernel'],
  [/^(?:asm_sysvec|asm_common_interrupt|common_interrupt|apic_timer|ret_from_intr|swapgs_restore|smp_|el1_irq|irq_)/,
    'interrupts'],
  [/^(?:secondary_startup|start_kernel|cpu_startup_entry)/, 'idle processors'],
];

/** Counts the stacks and sums their counts. */
export function bpftraceFacts({ text }: Look): string {
  const entries = new Map<string, number>();
  let [stacks, sum, ofKernel, most, before] = [0, 0, 0, 0, ''];
  for (const line of text.split('\n', MAX_LINES)) {
    const count = END.exec(line)?.[1];
    if (count !== undefined) {
      const value = Number(count);
      const entry = ENTRIES.find(([pattern]) => pattern.test(before))?.[1];
      stacks += 1;
      sum += value;
      most = Math.max(most, value);
      if (entry !== undefined) {
        ofKernel += 1;
        entries.set(entry, (entries.get(entry) ?? 0) + value);
      }
    }
    before = line.trim();
  }
  const listed = [...entries].sort(([, a], [, b]) => b - a)
    .map(([entry, value]) => `${value.toLocaleString('en-US')} in ${entry}`);
  return joined([
    `It has ${counted(stacks, 'stack')} with a count of ${sum.toLocaleString('en-US')} in all.`,
    most > 1 || stacks < 2 ? null : 'Each stack was counted once: nothing repeats, so the text does not show what is '
      + 'hot. Record longer, or at a higher rate.',
    listed.length === 0 ? null : `Of the stacks of the kernel, by how it was entered: ${listed.join(', ')}.`,
    ofKernel < stacks || stacks === 0 || hasNames(text) ? null
      : 'They have no functions of a program and no name of a process: add ustack or comm to the key to see whose work '
        + 'it is.',
    !text.includes('__lock_text_start') ? null
      : '__lock_text_start is a label before the spin locks of the kernel: read it as one of them.',
  ]) ?? '';
}

/** Whether a key of the map is a text beside the stack, such as the name of the process. */
const hasNames = (text: string): boolean => /^[ \t]*(?:@\w{0,100}\[[^\n,\]]{1,200},|, [^\n]{1,200}\]:)/m.test(text);
