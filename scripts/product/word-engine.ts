import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The converter of Word files to PDF on this machine. */
export type WordEngine =
  | { kind: 'soffice'; program: string; version: string }
  | { kind: 'wasm'; version: string };

const PACKAGE = '@matbee/libreoffice-converter';

/** The installed LibreOffice, or else the one from npm; undefined if there is neither. */
export async function findWordEngine(
  wanted = process.env.WORD_ENGINE ?? '',
): Promise<WordEngine | undefined> {
  const program = wanted === 'wasm' ? undefined : findProgram();
  if (program) {
    const said = await promisify(execFile)(program, ['--version'], { timeout: 20_000 }).catch(
      () => undefined,
    );
    const version = /LibreOffice (\d+(?:\.\d+)+)/.exec(said?.stdout ?? '')?.[1];
    if (version) return { kind: 'soffice', program, version };
  }
  if (wanted === 'soffice') return undefined;
  try {
    const file = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    return { kind: 'wasm', version };
  } catch {
    return undefined;
  }
}

/** Describes the engine in one sentence for the terminal. */
export function describeEngine(engine: WordEngine | undefined): string {
  if (!engine)
    return 'Word files cannot be converted here: install LibreOffice (on Debian: apt-get install libreoffice-writer-nogui), or set WORD_URL.';
  return engine.kind === 'soffice'
    ? `Word files: LibreOffice ${engine.version} of this machine.`
    : `Word files: LibreOffice of npm (${PACKAGE} ${engine.version}), started when the first one comes.`;
}

function findProgram(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['soffice', 'libreoffice']) {
      const file = join(folder, name);
      if (!existsSync(file)) continue;
      // The program on the PATH is a wrapper script; the process to end must be the actual program.
      const real = join(dirname(realpathSync(file)), 'soffice.bin');
      return existsSync(real) ? real : file;
    }
  return undefined;
}

/** Converts a Word file; null if LibreOffice rejects it. Throws if it does not answer in time. */
export type Convert = (docx: Buffer) => Promise<Buffer | null>;

export interface Engine {
  convert: Convert;
  stop: () => void;
}

const EXPORT = JSON.stringify({
  ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' },
  ExportFormFields: { type: 'boolean', value: 'false' },
});

/** The installed LibreOffice: a separate process and profile for each file. */
export function installedEngine(program: string, fonts: string, waitMs = 60_000): Engine {
  const running = new Set<ChildProcess>();
  return {
    convert: async (docx) => {
      const folder = mkdtempSync(join(tmpdir(), 'signet-word-'));
      try {
        writeFileSync(join(folder, 'file.docx'), docx);
        const until = Date.now() + waitMs;
        let status = await runOnce(program, fonts, folder, running, waitMs);
        // A new profile requires a restart, which the wrapper script would do otherwise.
        if (status === RESTART) status = await runOnce(program, fonts, folder, running, until - Date.now());
        const pdf = join(folder, 'file.pdf');
        if (existsSync(pdf)) return readFileSync(pdf);
        if (status === 0) return null;
        throw new Error(`LibreOffice ended with ${status}`);
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    stop: () => {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

const RESTART = 81;

function runOnce(
  program: string,
  fonts: string,
  folder: string,
  running: Set<ChildProcess>,
  waitMs: number,
): Promise<number | null> {
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, fontsConfig(fonts, folder));
  const child = spawn(
    program,
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
      ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
      ...['--convert-to', `pdf:writer_pdf_Export:${EXPORT}`, '--outdir', folder, join(folder, 'file.docx')],
    ],
    {
      cwd: folder,
      stdio: 'ignore',
      // None of this process's settings, and no network access: nothing external can be fetched.
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        LANG: 'C.UTF-8',
        FONTCONFIG_FILE: config,
        http_proxy: 'http://127.0.0.1:9',
        https_proxy: 'http://127.0.0.1:9',
      },
    },
  );
  running.add(child);
  const late = setTimeout(() => child.kill('SIGKILL'), waitMs);
  return new Promise((resolve) => {
    const settle = (status: number | null) => {
      clearTimeout(late);
      running.delete(child);
      resolve(status);
    };
    child.on('error', () => settle(-1));
    child.on('exit', settle);
  });
}

/** The product's fonts in addition to the machine's; they substitute missing ones. */
const fontsConfig = (fonts: string, folder: string): string => `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${fonts}</dir>
<cachedir>${join(folder, 'cache')}</cachedir>
${[
  ['Liberation Serif', 'Signet Song'],
  ['Caladea', 'Signet Song'],
  ['Liberation Sans', 'Signet Hei'],
  ['Carlito', 'Signet Hei'],
]
  .map(
    ([missing, instead]) =>
      `<alias binding="same"><family>${missing}</family><accept><family>${instead}</family></accept></alias>`,
  )
  .join('\n')}
</fontconfig>
`;

export interface WasmOptions {
  /** The program to start; tests use another one. */
  file?: string;
  /** Time after which a start counts as stalled, in ms; it takes about 2 s. */
  startMs?: number;
  /** Time after which a conversion counts as stalled, in ms; 100 pages take about 3 s. */
  convertMs?: number;
  /** Time for a file with all restarts, in ms; less than the Worker waits for an answer. */
  withinMs?: number;
  idleMs?: number;
  /** Time that a process has waited for a CPU so far, in ms, which does not count as a stall. */
  waited?: (pid: number) => number;
}

const WASM_FILE = fileURLToPath(new URL('word-wasm.cjs', import.meta.url));

/** How often a file is converted: once more after LibreOffice crashed or stalled on it. */
const CONVERSIONS = 2;
/** How often LibreOffice is started for one file, so that a broken installation does not start it without end. */
const STARTS = 6;

/**
 * LibreOffice as WASM, in a child process that starts with the first file and ends after a period without files,
 * because it takes more than a gigabyte. One start in ten stalls, and some crash: the child is killed and started again
 * for as long as the file's time lasts. A file on which a started LibreOffice crashes or stalls is tried once more.
 */
export function embeddedEngine(fonts: readonly string[], options: WasmOptions = {}): Engine {
  const { file = WASM_FILE, idleMs = 120_000, waited = () => 0 } = options;
  const { startMs = 8_000, convertMs = 40_000, withinMs = 80_000 } = options;
  let child: ChildProcess | undefined;
  let warm = false;
  let next = 0;
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

  /** The child's next message that `wanted` accepts. Throws if the child ends, after `stallMs`, or at `until`. */
  function hear<T>(
    from: ChildProcess,
    { stallMs, until }: { stallMs: number; until: number },
    wanted: (message: unknown) => T | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const began = Date.now();
      const busyBefore = waited(from.pid ?? 0);
      const watch = setInterval(() => {
        if (Date.now() >= until) return finish(() => reject(new Error('LibreOffice is too slow')));
        const ms = Date.now() - began;
        if (ms < stallMs || ms - (waited(from.pid ?? 0) - busyBefore) < stallMs) return;
        finish(() => reject(new Error('LibreOffice stalls')));
      }, 100);
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
        const limits = { stallMs: startMs, until };
        await hear(child, limits, (message) => ((message as { ready?: true }).ready ? true : undefined));
        warm = true;
      } catch (error) {
        end();
        if (turn === STARTS || Date.now() >= until) throw error;
      }
    }
  }

  async function once(current: ChildProcess, until: number, docx: Buffer): Promise<Buffer | null> {
    const id = ++next;
    const answered = hear(current, { stallMs: convertMs, until }, (message) => {
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
      for (let turn = 1; ; turn++) {
        const current = await started(until);
        try {
          const pdf = await once(current, until, docx);
          idle = setTimeout(end, idleMs);
          idle.unref();
          return pdf;
        } catch (error) {
          end();
          if (turn === CONVERSIONS || Date.now() >= until) throw error;
        }
      }
    },
    stop: end,
  };
}
