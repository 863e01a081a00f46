/** The built reader, from the built data worker. */
export function readerBeside(workerUrl: URL): URL {
  return new URL('./readerProcess.js', workerUrl);
}
