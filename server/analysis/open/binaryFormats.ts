/** Formats recognized by their first bytes. */
import { jfrFacts, jfrRemedy } from './jfr/jfrFacts.ts';
import { CERTAIN, LIKELY, when, type Format, type Match } from './look/format.ts';
import type { Look } from './look/look.ts';
import { looksGperftools, looksPprof } from './pprofBytes.ts';
import { programOfPprof } from './pprofProgram.ts';

/** Matches files with these characters at an offset. */
const magic = (text: string, at = 0) => ({ bytes }: Look): Match | null =>
  when([...text].every((character, index) => bytes[at + index] === character.charCodeAt(0)));

const compressed = (id: string, name: string, signature: string, command: string): Format => ({
  id, name, door: null, match: magic(signature), remedy: `Expand it first (${command}), or compress it with gzip.`,
});

/** A file from the data folder of a TSDB, which is not read, because the server tells more. */
const ofDataFolder = (id: string, name: string, signature: string): Format => ({
  id, name, door: null, match: magic(signature),
  remedy: 'Open the meta.json files of the blocks, the server’s log, or a recording of its /metrics instead.',
});

function traceVersion({ bytes }: Look): Match | null {
  const version = /^go 1\.\d{1,2} trace/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 16)));
  return version === null ? null : { ...CERTAIN, program: 'Go', version: version[0].slice(3, -6) };
}

export const BINARY_FORMATS: readonly Format[] = [
  {
    id: 'gzip', name: 'gzip inside gzip', door: null, match: magic('\x1f\x8b'),
    remedy: 'Expand it once (gunzip) and open the result.',
  },
  compressed('zstd', 'a file compressed with zstd', '\x28\xb5\x2f\xfd', 'zstd -d'),
  compressed('xz', 'a file compressed with xz', '\xfd7zXZ\0', 'xz -d'),
  compressed('bzip2', 'a file compressed with bzip2', 'BZh', 'bzip2 -d'),
  compressed('lz4', 'a file compressed with lz4', '\x04\x22\x4d\x18', 'lz4 -d'),
  compressed('7z', 'a 7-Zip archive', '7z\xbc\xaf', '7z x'),
  {
    id: 'zip', name: 'a zip archive', door: 'archive',
    match: (look) => magic('PK\x03\x04')(look) ?? magic('PK\x05\x06')(look),
  },
  { id: 'tar', name: 'a tar archive', door: 'archive', match: magic('ustar', 257) },
  { id: 'go-trace', name: 'an execution trace of Go', door: 'profile', match: traceVersion },
  {
    id: 'jfr', name: 'a Java Flight Recorder file', door: 'profile',
    match: (look) => when(magic('FLR\0')(look) !== null, { ...CERTAIN, program: 'Java' }),
    interest: jfrFacts, remedy: jfrRemedy,
  },
  {
    id: 'hprof', name: 'a heap dump of a Java process', door: null,
    match: (look) => when(magic('JAVA PROFILE 1.')(look) !== null, { ...CERTAIN, program: 'Java' }),
    remedy: 'It holds objects, not stacks. For allocations by stack, '
      + 'record with async-profiler: event=alloc,collapsed.',
  },
  {
    id: 'nettrace', name: 'a trace of .NET (nettrace)', door: null,
    match: (look) => when(magic('Nettrace')(look) !== null, { ...CERTAIN, program: '.NET' }),
    remedy: 'Convert it: dotnet-trace convert --format Speedscope trace.nettrace.',
  },
  {
    id: 'perf-data', name: 'the raw data of perf record', door: null,
    match: (look) => when(magic('PERFILE2')(look) !== null || magic('PERFFILE')(look) !== null,
      { ...CERTAIN, program: 'perf' }),
    remedy: 'Print it on the machine that recorded it, where the symbols are: perf script -i perf.data > out.txt.',
  },
  {
    id: 'gperftools-cpu', name: 'a CPU profile of gperftools', door: 'profile',
    match: ({ bytes }) => when(looksGperftools(bytes), { ...CERTAIN, program: 'gperftools' }),
    remedy: 'Convert it next to its program: go tool pprof -proto PROGRAM FILE > out.pb.gz.',
  },
  {
    id: 'elf', name: 'a program or a core dump (ELF)', door: null, match: magic('\x7fELF'),
    interest: ({ bytes }) => (bytes[16] === 4 ? 'It is a core dump: memory of a process as it crashed.' : null),
    remedy: 'The output of the crash (its log) or a profile is read. For assembly next to a profile, put the program '
      + 'into the folder of binaries (docs/configuration.md).',
  },
  {
    id: 'executable', name: 'a program of macOS or Windows', door: null,
    match: (look) => magic('\xcf\xfa\xed\xfe')(look) ?? when(magic('MZ')(look) !== null && !look.isText, LIKELY),
    remedy: 'A profile of it is read.',
  },
  ofDataFolder('tsdb-index', 'an index file of a Prometheus block', '\xba\xaa\xd7\x00'),
  ofDataFolder('tsdb-chunks', 'a chunk file of a Prometheus block', '\x85\xbd\x40\xdd'),
  ofDataFolder('tsdb-head-chunks', 'a memory-mapped head chunk file of Prometheus', '\x01\x30\xbc\x91'),
  ofDataFolder('tsdb-tombstones', 'a tombstones file of a Prometheus block', '\x01\x30\xba\x30'),
  {
    id: 'database', name: 'a database file', door: null,
    match: (look) => magic('SQLite format 3')(look) ?? magic('DUCK', 8)(look),
    remedy: 'For samples of tsdbscope, export a recording or an incident file from its page.',
  },
  {
    id: 'picture', name: 'a picture', door: null,
    match: (look) => magic('\x89PNG')(look) ?? magic('\xff\xd8\xff')(look) ?? magic('GIF8')(look)
      ?? magic('RIFF')(look),
    remedy: 'Paste the text that it shows, or open the file that it was made from.',
  },
  {
    id: 'pdf', name: 'a PDF document', door: null, match: magic('%PDF'),
    remedy: 'Paste the text that it shows, or open the file that it was made from.',
  },
  {
    id: 'pprof', name: 'a pprof profile', door: 'profile',
    match: ({ bytes, isCut }) => when(looksPprof(bytes, isCut), () => ({ ...CERTAIN, program: programOfPprof(bytes) })),
  },
];
