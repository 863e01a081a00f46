/** Recognizes the cost of the kernel's statistics of memory cgroups in a table of perf. Pure. */

/** Functions that read the statistics of a memory cgroup, and walk those below it. */
const OF_MEMORY = new RegExp(String.raw`^(?:memcg_\w{1,60}|mem_cgroup_(?:iter|css_rstat_flush|usage|nr_lru_pages`
  + String.raw`|node_nr_lru_pages`
  + String.raw`|get_usage|read_\w{1,40})|memory_stat_(?:show|format)|cgroup_rstat_\w{1,40}|css_next_\w{1,60}`
  + String.raw`|css_rstat_\w{1,40})(?:\.\w{1,40}){0,3}$`);
/** Rows that are made only when such statistics are read. */
const READS = /^(?:memcg_stat_show|memory_stat_(?:show|format)|memcg_sum_events|mem_cgroup_usage|cgroup_rstat_flush)/;
const MIN_PERCENT = 20;

/** Returns what the rows cost together, what it means and the step; null if they have little. */
export function cgroupFacts(
  rows: readonly { name: string; percent: number; command: string }[]
): string | null {
  const own = rows.filter(({ name }) => OF_MEMORY.test(name));
  const percent = own.reduce((sum, row) => sum + row.percent, 0);
  if (percent < MIN_PERCENT || !own.some(({ name }) => READS.test(name))) return null;
  const readers = [...new Set(own.map(({ command }) => /^(\w[\w.-]{0,40}) {2,}\S/.exec(command.trim())?.[1]))]
    .filter((name) => name !== undefined);
  return `${Number(percent.toPrecision(3))} % are statistics of memory cgroups: each read of a memory.stat walks that `
    + 'cgroup and all below it, also those that were removed but still hold memory. This is time of the kernel for who '
    + `reads them, ${readers.length === 0 ? 'such as cAdvisor or the kubelet' : `here ${readers.join(' and ')}`}, not `
    + 'of its own functions. Compare num_cgroups of memory in /proc/cgroups with the folders that there are (find '
    + '/sys/fs/cgroup/memory -type d | wc -l; of cgroup v2, see nr_dying_descendants in /sys/fs/cgroup/cgroup.stat): '
    + 'if '
    + 'it is far higher, try echo 2 > /proc/sys/vm/drop_caches, which lets removed ones go; else read them less often '
    + '(housekeeping interval), or use a newer kernel.';
}
