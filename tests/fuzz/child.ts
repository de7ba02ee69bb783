/**
 * Tries documents one after the other and writes down how far it is, so that whoever watches knows which one it was that
 * hangs or fills the memory. Run by try-documents.ts in a process of its own.
 * Arguments: kind, seed, from, to, file to write the progress to; or kind, `--file`, path.
 */
import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { unitMs, usedSince } from '#tests/fixtures/processor-time.ts';
import { KINDS, TRAP } from './kinds/index.ts';
import { type Finding, LIMIT_BYTES, LIMIT_MS, PROGRESS_BYTES } from './limits.ts';
import { randomOf } from './random.ts';

const [name = '', seed = '', from = '', to = '', progressPath = ''] = process.argv.slice(2);
const kind = await (name === 'trap' ? TRAP : KINDS[name]!).load();

const unit = kind.costs ? unitMs() : 0;
/** What an act may take for a document of so many bytes, ms. */
function mostFor(size: number): number {
  if (!kind.costs) return LIMIT_MS;
  const { units, perKilobyte } = kind.costs;
  return (units + perKilobyte * (size / 1024)) * unit;
}

/** Memory that the process holds, and the most since it was last asked, in bytes. */
function memory(): { now: number; most: number } {
  const status = readFileSync('/proc/self/status', 'latin1');
  const kb = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * 1024;
  return { now: kb('VmRSS'), most: kb('VmHWM') };
}
/** 5: the most that was held is what is held now (proc(5)). */
const forgetMost = () => writeFileSync('/proc/self/clear_refs', '5');

const say = (message: object) => writeSync(1, `${JSON.stringify(message)}\n`);

let [answered, refused] = [0, 0];
let [slowest, largest] = [0, 0];

async function tryOne(number: number, bytes: Bytes): Promise<void> {
  forgetMost();
  const before = memory().now;
  for (const act of Object.keys(kind.acts)) await tryAct(number, act, bytes);
  const grown = memory().most - before;
  largest = Math.max(largest, grown);
  if (grown <= LIMIT_BYTES) return;
  // One of the acts, or all of them together, which is nobody's fault.
  for (const act of Object.keys(kind.acts)) {
    forgetMost();
    const held = memory().now;
    await tryAct(number, act, bytes, true);
    const alone = memory().most - held;
    if (alone > LIMIT_BYTES)
      say({ number, act, fault: `took ${Math.round(alone / 1e6)} MB` } satisfies Finding);
  }
}

async function tryAct(number: number, act: string, bytes: Bytes, again = false): Promise<void> {
  const began = process.cpuUsage();
  let fault: string | undefined;
  try {
    await kind.acts[act]!(bytes);
    if (!again) answered++;
  } catch (error) {
    if (!isAppError(error)) fault = faultOf(error);
    else if (!again) refused++;
  }
  // The processor's time, so that what else the machine does falls on nobody.
  const ms = usedSince(began);
  slowest = Math.max(slowest, ms);
  if (ms > LIMIT_MS) fault ??= `took ${Math.round(ms)} ms`;
  else if (ms > mostFor(bytes.length))
    fault ??= `took ${Math.round(ms)} ms: ${bytes.length} bytes are worth ${Math.round(mostFor(bytes.length))} ms`;
  if (fault && !again) say({ number, act, fault } satisfies Finding);
}

/** What was thrown and from where: the same fault reads the same. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.includes('/core/'));
  const places = frames.slice(0, 3).map((line) => line.replace(/^.*\/core\//, 'core/').replace(/\)$/, ''));
  return `${error.name}: ${error.message.slice(0, 200)} (${places.join(' < ')})`;
}

if (seed === '--file') {
  await tryOne(0, new Uint8Array(readFileSync(from)));
} else {
  const progress = openSync(progressPath, 'r+');
  const numbers = new Float64Array(PROGRESS_BYTES / 8);
  const note = (number: number) => {
    numbers.set([number, answered, refused, slowest, largest]);
    writeSync(progress, new Uint8Array(numbers.buffer), 0, PROGRESS_BYTES, 0);
  };
  for (let number = Number(from); number < Number(to); number++) {
    note(number);
    await tryOne(number, kind.make(randomOf(`${name} ${seed} ${number}`)));
  }
  note(Number(to));
}
