/**
 * Returns the buffer of bytes that fill it, to send it to another thread without a copy; the sender cannot read it
 * afterwards.
 */
export function transferables(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength ? [buffer] : [];
}
