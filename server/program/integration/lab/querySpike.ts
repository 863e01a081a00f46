/** A CPU spike planted in a server: range queries, so many at once, for a time. Each keeps about a core busy. */
export async function querySpike(url: string, seconds: number, atOnce = 4): Promise<void> {
  const endMs = Date.now() + 1000 * seconds;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (Date.now() < endMs) {
      const now = Date.now() / 1000;
      const query = new URLSearchParams({
        // Every series at every step: the work is the server's, and little of it comes back.
        query: 'count by (path) ({__name__=~"load.+"})',
        start: String(now - 300), end: String(now), step: '1',
      });
      const answer = await fetch(`${url}/api/v1/query_range?${query}`);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`A planted query failed: ${answer.status} ${text.slice(0, 300)}`);
    }
  }));
}
