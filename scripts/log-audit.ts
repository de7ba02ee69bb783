/**
 * npm run log:audit -- ADDRESS [--state FILE] [--key KEY] [--witness KEY]… [--all] [--json]: follows the transparency
 * log at an address, such as https://contracts.example/log, and detects a fork, a gap, a rewritten entry, a missing
 * tile. Exit status: 0 consistent, 1 inconsistent, 2 unreadable.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import { auditLog, LOG_PROBLEMS } from '#core/log/audit-log.ts';
import { openCheckpoint } from '#core/log/checkpoint.ts';
import { cosignedAt } from '#core/log/cosignature.ts';
import { type NoteKey, readNoteKey, writeNote, writeNoteKey } from '#core/log/signed-note.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run log:audit -- ADDRESS [--state FILE] [--key KEY] [--witness KEY]… [--all] [--json]
  Follows a transparency log and finds a fork, a gap, a rewritten entry, a missing tile.
  Status 0: it holds, 1: it does not, 2: it could not be read.
    --state FILE   what was read last is kept here, with the log's key; made where there is none
    --key KEY      the log's key (name+id+base64); without it that of the state, else what ADDRESS/key says
    --witness KEY  a witness that must have cosigned the checkpoint (repeatable)
    --all          reads every entry again, and not only those since the last time
    --json         one line of JSON`;

const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    state: { type: 'string' },
    key: { type: 'string' },
    witness: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const [address] = positionals;
if (!address || positionals.length > 1 || !URL.canParse(address)) refuse('One address is needed.', USAGE);
const base = address.replace(/\/+$/, '');

/** Maximum size of a log file: 256 entries of 65,535 bytes. */
const MAX_BYTES = 256 * 65_537;

async function read(path: string): Promise<Bytes | null> {
  const response = await fetch(`${base}/${path}`, { redirect: 'error', signal: AbortSignal.timeout(30_000) });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path}: answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error(`${path}: too long`);
  return bytes;
}

interface State {
  key: string;
  checkpoint: string;
}

const readState = (): State | null =>
  values.state && existsSync(values.state) ? (JSON.parse(readFileSync(values.state, 'utf8')) as State) : null;

function keyFrom(line: string): NoteKey {
  const key = readNoteKey(line);
  if (!key) throw new Error(`no key: ${line.trim().slice(0, 100)}`);
  return key;
}

async function main(): Promise<number> {
  const state = readState();
  const told = values.key ?? state?.key;
  const key = keyFrom(told ?? new TextDecoder().decode((await read('key')) ?? new Uint8Array(0)));
  const before = state ? openCheckpoint(state.checkpoint, key) : null;
  if (state && !before) throw new Error('The state is of a log with another key.');
  const {
    checkpoint,
    read: count,
    findings,
  } = await auditLog(read, key, {
    before,
    from: values.all ? 0 : (before?.size ?? 0),
  });
  const witnesses = values.witness.map(keyFrom).map((witness) => ({
    name: witness.name,
    cosignedAt: checkpoint && cosignedAt(checkpoint.note, witness),
  }));
  const lacking = witnesses.filter(({ cosignedAt: at }) => at === null).map(({ name }) => name);
  const holds = findings.length === 0 && lacking.length === 0;
  if (holds && values.state && checkpoint) {
    const next: State = { key: writeNoteKey(key), checkpoint: writeNote(checkpoint.note) };
    writeFileSync(`${values.state}.new`, `${JSON.stringify(next)}\n`);
    renameSync(`${values.state}.new`, values.state);
  }
  if (values.json)
    console.log(
      JSON.stringify({
        log: key.name,
        size: checkpoint?.size ?? null,
        read: count,
        holds,
        findings,
        witnesses,
      }),
    );
  else {
    console.log(
      `${key.name}: ${holds ? 'HOLDS' : 'DOES NOT HOLD'}, ${checkpoint?.size ?? '?'} entries, ${count} read`,
    );
    if (!told) console.log(`  key           ${writeNoteKey(key)} (as the log itself says)`);
    for (const { problem, at } of findings)
      console.log(`  ${problem.padEnd(13)} ${at}: ${LOG_PROBLEMS[problem]}`);
    for (const name of lacking) console.log(`  not cosigned  by ${name}`);
    // Two contradicting checkpoints are a proof for everybody, as the log signed both.
    if (findings.some(({ problem }) => problem === 'fork' || problem === 'shrunk'))
      console.log(`\n${state?.checkpoint}\n${checkpoint && writeNote(checkpoint.note)}`);
  }
  return holds ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
