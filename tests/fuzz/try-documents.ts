import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KINDS } from './kinds/index.ts';
import { type Finding, PROGRESS_BYTES } from './limits.ts';
import { randomOf } from './random.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** A document hangs that takes so much time of the processor, or so long a time without any of it. */
const HANGS_MS = 5000;
const SLEEPS_MS = 120_000;
const LOOK_MS = 250;

export interface Failure extends Finding {
  kind: string;
  seed: string;
  /** Where the document was written to; null for the fourth and later ones of one fault. */
  file: string | null;
}

export interface Tried {
  documents: number;
  /** Acts that gave an answer, and acts that gave an error of the catalogue. */
  answered: number;
  refused: number;
  slowestMs: number;
  largestBytes: number;
  /** Documents that were over a bound beside others and within it by themselves. */
  unconfirmed: number;
  failures: Failure[];
}

export interface Task {
  kind: string;
  seed: string;
  from?: number;
  /** Documents to try at most. */
  count: number;
  /** Epoch ms at which it ends, wherever it is. */
  until?: number;
  /** Where documents that fail are written to; a folder of its own below the temporary one unless told. */
  folder?: string;
  onFailure?: (failure: Failure) => void;
}

/**
 * Tries the documents of a kind in a process of its own and starts another one where that hangs, dies or fills its memory.
 * What goes over the bounds of time or memory is tried once more in a fresh process: what others left behind is not
 * the document's fault.
 */
export async function tryDocuments(task: Task): Promise<Tried> {
  const folder = task.folder ?? join(tmpdir(), 'signet-fuzz');
  const total: Tried = {
    documents: 0,
    answered: 0,
    refused: 0,
    slowestMs: 0,
    largestBytes: 0,
    unconfirmed: 0,
    failures: [],
  };
  const end = (task.from ?? 0) + task.count;
  const known = new Map<string, number>();
  for (let from = task.from ?? 0; from < end && Date.now() < (task.until ?? Infinity); ) {
    const { progress, findings, died } = await runChild(task, from, end);
    const [at, answered, refused, slowest, largest] = progress;
    total.answered += answered;
    total.refused += refused;
    total.slowestMs = Math.max(total.slowestMs, slowest);
    total.largestBytes = Math.max(total.largestBytes, largest);
    const stopped = died ? at + 1 : at;
    total.documents += stopped - from;
    if (died) findings.push({ number: at, act: '', fault: died });
    for (const finding of findings) {
      if (/^took /.test(finding.fault) && !(await happensAlone(task, finding))) {
        total.unconfirmed++;
        continue;
      }
      const failure = keep(task, finding, folder, known);
      total.failures.push(failure);
      task.onFailure?.(failure);
    }
    from = stopped;
  }
  return total;
}

type Numbers = [at: number, answered: number, refused: number, slowest: number, largest: number];
interface Run {
  progress: Numbers;
  findings: Finding[];
  /** How the child ended, where it did not come to its end. */
  died: string | null;
}

async function runChild(task: Task, from: number, to: number): Promise<Run> {
  const own = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const path = join(own, 'progress');
  writeFileSync(path, new Uint8Array(new Float64Array([from, 0, 0, 0, 0]).buffer));
  const read = (): Numbers => {
    const bytes = new Uint8Array(readFileSync(path));
    return [...new Float64Array(bytes.buffer, 0, PROGRESS_BYTES / 8)] as Numbers;
  };
  try {
    let why: string | null = null;
    let last = { at: -1, since: Date.now(), cpu: 0 };
    const findings: Finding[] = [];
    const ended = await startChild(
      [task.kind, task.seed, String(from), String(to), path],
      findings,
      (child) => {
        const [at] = read();
        const cpu = cpuOf(child.pid!);
        if (at !== last.at) last = { at, since: Date.now(), cpu };
        else if (cpu - last.cpu > HANGS_MS || Date.now() - last.since > SLEEPS_MS) {
          why = 'hangs';
          child.kill('SIGKILL');
        }
        if (!why && Date.now() > (task.until ?? Infinity)) {
          why = '';
          child.kill('SIGKILL');
        }
      },
    );
    const progress = read();
    // Stopped because its time was over: the document that it was at has not been tried.
    const died = why === '' || ended.code === 0 ? null : (why ?? `ended the process: ${ended.reason}`);
    return { progress, findings, died };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function startChild(
  args: string[],
  findings: Finding[],
  look: (child: ChildProcess) => void,
): Promise<{ code: number | null; reason: string }> {
  const child = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=600', CHILD, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, problems] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (out + text).split('\n');
    out = lines.pop()!;
    for (const line of lines) findings.push(JSON.parse(line) as Finding);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems = (problems + text).slice(-4000);
  });
  const timer = setInterval(() => look(child), LOOK_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      const said = /^.*(Error|FATAL).*$/m.exec(problems)?.[0] ?? problems.trim().split('\n').at(-1) ?? '';
      resolve({ code, reason: `${signal ?? code} ${said}`.trim() });
    });
  });
}

/** Time of the processor that a process took so far, ms, in steps of 10 (proc(5)); 0 once it is gone. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

async function happensAlone(task: Task, { number, act, fault }: Finding): Promise<boolean> {
  const { findings, died } = await runChild({ ...task, until: Infinity }, number, number + 1);
  const unit = fault.split(' ').at(-1);
  return died !== null || findings.some((one) => one.act === act && one.fault.endsWith(` ${unit}`));
}

/** Writes the document of a finding to a file, the first three of each fault. */
function keep({ kind, seed }: Task, finding: Finding, folder: string, known: Map<string, number>): Failure {
  const name = `${finding.act} ${finding.fault.replace(/^took .* (ms|MB)$/, 'took $1')}`;
  const times = (known.get(name) ?? 0) + 1;
  known.set(name, times);
  return {
    ...finding,
    kind,
    seed,
    file: times > 3 ? null : join(folder, `${kind}-${seed}-${finding.number}.${kind}`),
  };
}

/** The document of a failure, made again. */
export async function documentOf(kind: string, seed: string, number: number): Promise<Uint8Array> {
  const { make } = await KINDS[kind]!.load();
  return make(randomOf(`${kind} ${seed} ${number}`));
}

/** Writes the documents of failures where they say. */
export async function writeDocuments(failures: readonly Failure[]): Promise<void> {
  for (const { kind, seed, number, file } of failures) {
    if (!file) continue;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, await documentOf(kind, seed, number));
  }
}

/** Tries one file as a document of the kind. */
export async function tryFile(
  kind: string,
  file: string,
): Promise<{ findings: Finding[]; died: string | null }> {
  const findings: Finding[] = [];
  let why: string | null = null;
  const { code, reason } = await startChild([kind, '--file', file], findings, (child) => {
    if (cpuOf(child.pid!) < HANGS_MS) return;
    why = 'hangs';
    child.kill('SIGKILL');
  });
  return { findings, died: why ?? (code === 0 ? null : `ended the process: ${reason}`) };
}
