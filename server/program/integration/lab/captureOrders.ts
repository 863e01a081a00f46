/** Captures that a person asks a running tsdbscope for. */
import type { Capture } from '../../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../../core/contract/questions/bodies.ts';
import { eventually, type Tsdbscope } from './tsdbscopeProcess.ts';

interface CaptureAnswer { status: number; capture?: Capture; message: string }

/** Of an order that may be refused: then there is a message and no capture. */
export async function askForCapture(
  scope: Tsdbscope, target: string, request: CaptureRequest
): Promise<CaptureAnswer> {
  const answer = await scope.fetch(`/api/v1/targets/${encodeURIComponent(target)}/captures`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
  });
  const { data, error = '' } = (await answer.json()) as { data?: { capture: Capture }; error?: string };
  return { status: answer.status, message: error, ...data };
}

/** Throws where the order is refused. */
export async function orderCapture(scope: Tsdbscope, target: string, request: CaptureRequest): Promise<Capture> {
  const { status, capture, message } = await askForCapture(scope, target, request);
  if (status !== 202 || capture === undefined)
    throw new Error(`A capture of ${request.kind} was refused with ${status}: ${message}`);
  return capture;
}

/** Resolves when it is done or has failed. */
export async function endedCapture(scope: Tsdbscope, { id, kind }: Capture): Promise<Capture> {
  return eventually(
    `the end of a capture of ${kind}`, 180_000, () => scope.get<Capture>(`/captures/${id}`),
    ({ state }) => state === 'done' || state === 'failed', 100
  );
}
