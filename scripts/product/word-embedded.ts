import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Usage } from './waited-ms.ts';
import type { Doing, Engine } from './word-engine.ts';

export interface WasmOptions {
  /** The program to start; tests use another one. */
  file?: string;
  /**
   * CPU time after which a start counts as endless, in ms; it takes 5 s. Where the system does not report CPU time, it is
   * time on the clock.
   */
  startMs?: number;
  /** The same for a conversion; 100 pages take 3 s. */
  convertMs?: number;
  /** Time for a file with all restarts, in ms. */
  withinMs?: number;
  idleMs?: number;
  /** How the time of a process has gone. Neither running nor waiting for a CPU counts as a stall. */
  usage?: (pid: number) => Usage | undefined;
}

const WASM_FILE = fileURLToPath(new URL('word-wasm.cjs', import.meta.url));

/** How often a file is converted: once more after LibreOffice crashed or stalled on it. */
const CONVERSIONS = 2;
/** How often LibreOffice is started for one file, so that a broken installation does not start it without end. */
const STARTS = 10;
/**
 * A stalled LibreOffice hardly runs and does not wait for a CPU either, or its threads only wake up again and again to
 * sleep at once: its slices of CPU time take 0.01 to 0.03 ms, where those of one that goes on take 0.2 to 4. Over some
 * seconds; all in ms.
 */
const STILL = { within: 6_000, ran: 200, waited: 1_500, slice: 0.08, slices: 200 };
/** Time between two looks at a process, ms. */
const LOOK_MS = 200;

type Look = Usage & { at: number };

function hasBeenStill(then: Look, now: Look): boolean {
  const ran = now.ran - then.ran;
  const slices = now.slices - then.slices;
  if (now.at - then.at < STILL.within) return false;
  const isIdle = ran < STILL.ran && now.waited - then.waited < STILL.waited;
  return isIdle || (slices >= STILL.slices && ran / slices < STILL.slice);
}

/**
 * LibreOffice as WASM, in a child process that starts with the first file and ends after a period without files,
 * because it takes more than a gigabyte. One that stalls or crashes in its start is killed and started again for as long
 * as the file's time lasts. One that goes on has all of that time, however slow the machine is. A file on which a
 * started LibreOffice crashes or stalls is tried once more.
 */
export function embeddedEngine(fonts: readonly string[], options: WasmOptions = {}): Engine {
  const { file = WASM_FILE, idleMs = 120_000, usage = () => undefined } = options;
  const { startMs = 30_000, convertMs = 120_000, withinMs = 900_000 } = options;
  let child: ChildProcess | undefined;
  let warm = false;
  let next = 0;
  let doing: Doing = 'starting';
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
    warm = false;
  }

  function start(): ChildProcess {
    warm = false;
    return fork(file, [JSON.stringify(fonts)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  /** The child's next message that `wanted` accepts. Throws if the child ends, stalls, after `mostMs`, or at `until`. */
  function hear<T>(
    from: ChildProcess,
    { mostMs, until }: { mostMs: number; until: number },
    wanted: (message: unknown) => T | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): Look | undefined => {
        const used = usage(from.pid ?? 0);
        return used && { ...used, at: Date.now() };
      };
      const began = Date.now();
      const first = look();
      let pictures = first ? [first] : [];
      const watch = setInterval(() => {
        const at = Date.now();
        if (at >= until) return finish(() => reject(new Error('LibreOffice is too slow')));
        const now = look();
        if (now) {
          pictures.push(now);
          // the newest of those that are old enough, and all after it
          const old = pictures.filter((one) => at - one.at >= STILL.within).length;
          pictures = pictures.slice(Math.max(0, old - 1));
        }
        const isStill = now !== undefined && hasBeenStill(pictures[0]!, now);
        const spent = first && now ? now.ran - first.ran : at - began;
        if (isStill || spent >= mostMs) finish(() => reject(new Error('LibreOffice stalls')));
      }, LOOK_MS);
      const onMessage = (message: unknown) => {
        const answer = wanted(message);
        if (answer !== undefined) finish(() => resolve(answer));
      };
      const onExit = () => finish(() => reject(new Error('LibreOffice ended')));
      const finish = (settle: () => void) => {
        clearInterval(watch);
        from.off('message', onMessage).off('exit', onExit).off('error', onExit);
        settle();
      };
      from.on('message', onMessage).on('exit', onExit).on('error', onExit);
    });
  }

  /** A child that has converted its first, small file; it is started again until it has. Throws at `until`. */
  async function started(until: number): Promise<ChildProcess> {
    for (let turn = 1; ; turn++) {
      if (!child?.connected) {
        end();
        child = start();
      }
      if (warm) return child;
      try {
        const limits = { mostMs: startMs, until };
        await hear(child, limits, (message) => ((message as { ready?: true }).ready ? true : undefined));
        warm = true;
      } catch (error) {
        end();
        doing = 'startingAgain';
        if (turn === STARTS || Date.now() >= until) throw error;
      }
    }
  }

  async function once(current: ChildProcess, until: number, docx: Buffer): Promise<Buffer | null> {
    const id = ++next;
    const answered = hear(current, { mostMs: convertMs, until }, (message) => {
      const { id: of, pdf } = message as { id?: number; pdf?: Uint8Array | null };
      return of === id ? { pdf } : undefined;
    });
    current.send({ id, docx: new Uint8Array(docx) });
    const { pdf } = await answered;
    return pdf ? Buffer.from(pdf) : null;
  }

  return {
    convert: async (docx) => {
      clearTimeout(idle);
      const until = Date.now() + withinMs;
      doing = 'starting';
      for (let turn = 1; ; turn++) {
        const current = await started(until);
        doing = 'converting';
        try {
          const pdf = await once(current, until, docx);
          idle = setTimeout(end, idleMs);
          idle.unref();
          return pdf;
        } catch (error) {
          end();
          doing = 'startingAgain';
          if (turn === CONVERSIONS || Date.now() >= until) throw error;
        }
      }
    },
    doing: () => doing,
    stop: end,
  };
}
