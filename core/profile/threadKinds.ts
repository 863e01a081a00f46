/** Recognizes idle processors and the threads of a Java VM by the names of their functions. Pure. */

/** The kernel's idle task, as a process or as the first frame of collapsed stacks: `swapper`, `swapper/3`. */
const IDLE_TASK = /^swapper(?:\/\d{1,5})?(?:-\?\/\d{1,5}|-\d{1,7}(?:\/\d{1,7})?)?$/;
/** Functions in which a processor waits for work; the rest of the idle loop surrounds them. */
const IDLE_FUNCTION = new RegExp([
  /^(?:\w{1,30}_)?(?:intel_idle|default_idle|acpi_idle|mwait_idle|safe_halt|cpuidle_enter|poll_idle|arch_cpu_idle)/,
  /^(?:do_idle|cpu_idle|cpu_startup_entry|rest_init|start_secondary|cpu_do_idle|psci_enter_idle|tick_nohz_idle)/,
  /^\(idle\)$/,
].map(({ source }) => source).join('|'));
/** Functions by which a device or another processor interrupts the idle loop: work, although the process is idle. */
const INTERRUPT = new RegExp([
  /^(?:do_IRQ|(?:asm_)?common_interrupt|irq_exit|__irq_exit|irq_enter|ret_from_intr|handle_irq|el1_irq|gic_handle_irq)/,
  /^(?:__)?(?:do_softirq|softirqentry|handle_softirqs|net_rx_action|run_timer_softirq|run_rebalance_domains)/,
  /^(?:asm_|__)?sysvec_|^smp_\w{1,40}_interrupt|^apic_timer_interrupt|^reschedule_interrupt|^call_function_/,
].map(({ source }) => source).join('|'));

export const isIdleTask = (name: string): boolean => IDLE_TASK.test(name);
export const isIdleFunction = (name: string): boolean => IDLE_FUNCTION.test(name);
export const isInterrupt = (name: string): boolean => INTERRUPT.test(name);

/** A function that only a Java VM has, below whatever its thread does. */
const OF_JVM = /^(?:JavaThread::|java_start\b|GCTaskThread::|JavaCalls::|CompileBroker::|VMThread::|G1\w{1,40}::)/;
const JIT = /^(?:CompileBroker|C[12]Compiler|Compile|Compilation|JVMCICompiler)::/;
const GC = new RegExp([
  /^(?:GCTaskThread|GCTaskManager|(?:Abstract)?GangWorker|Concurrent(?:G1Refine|Mark|MarkSweep|GC)\w{0,20})::/,
  /^(?:G1\w{1,40}|ZWorker|ZDriver\w{0,10}|ZDirector|Shenandoah\w{1,40}|PSPromotionManager|PSParallelCompact)::/,
].map(({ source }) => source).join('|'));
const VM_THREAD = /^(?:VMThread|VM_Operation|WatcherThread)::/;
/** A method as profilers write it: `java/util/HashMap.get`, `java.util.HashMap.get`; or what calls it. */
const JAVA = /^(?:(?:[a-z_][\w$]{0,100}[./]){1,20}[A-Z_$][\w$]{0,200}\.[\w$<>]|JavaCalls::|Interpreter$|call_stub$)/;

export const isOfJvm = (name: string): boolean => OF_JVM.test(name);

/** Kinds of threads, in the order in which they are tested: compiler and collector also run below Java threads. */
export const JVM_KINDS = ['JIT compiler', 'garbage collection', 'VM thread', 'Java code'] as const;
const PATTERNS = [JIT, GC, VM_THREAD, JAVA];

/** Returns the row of `JVM_KINDS` that a function belongs to; -1 for none. */
export function jvmKindOf(name: string): number {
  return PATTERNS.findIndex((pattern) => pattern.test(name));
}
