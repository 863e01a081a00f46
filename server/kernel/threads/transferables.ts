/**
 * Bytes that have a buffer to themselves need no copy on their way to another thread; the sender cannot read them any
 * more.
 */
export function transferables(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength ? [buffer] : [];
}
