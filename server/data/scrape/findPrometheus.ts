const PATIENCE_MS = 1500;

/**
 * Whether a Prometheus answers at `url`, also while it still starts (`/-/healthy` is open then). Called only for the
 * default target if none is configured; a refused connection means no, not a failure.
 */
export async function prometheusAnswers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/-/healthy`, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = (await response.text()).slice(0, 200);
    return response.ok && body.startsWith('Prometheus');
  } catch {
    // Nothing listens there, or another program does: both mean no.
    return false;
  }
}
