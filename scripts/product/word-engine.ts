import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What turns Word files into PDF on this machine. */
export type WordEngine =
  | { kind: 'soffice'; program: string; version: string }
  | { kind: 'wasm'; version: string };

const PACKAGE = '@matbee/libreoffice-converter';

/** LibreOffice as it is installed, or else the one that npm brings; undefined where there is neither. */
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

/** One sentence for the terminal. */
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
      // What stands on the PATH is a script around it; a process that is ended must be the one that works.
      const real = join(dirname(realpathSync(file)), 'soffice.bin');
      return existsSync(real) ? real : file;
    }
  return undefined;
}

/** Converts a Word file; null where LibreOffice does not take it. Throws where it does not answer in time. */
export type Convert = (docx: Buffer) => Promise<Buffer | null>;

export interface Engine {
  convert: Convert;
  stop: () => void;
}

const EXPORT = JSON.stringify({
  ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' },
  ExportFormFields: { type: 'boolean', value: 'false' },
});

/** LibreOffice of this machine: a process and a profile of its own for each file. */
export function installedEngine(program: string, fonts: string, waitMs = 60_000): Engine {
  const running = new Set<ChildProcess>();
  return {
    convert: async (docx) => {
      const folder = mkdtempSync(join(tmpdir(), 'signet-word-'));
      try {
        writeFileSync(join(folder, 'file.docx'), docx);
        const until = Date.now() + waitMs;
        let status = await runOnce(program, fonts, folder, running, waitMs);
        // A profile that is new asks to be started again, which the script around the program does otherwise.
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
      // Nothing of this process's own settings, and no way out: whatever is fetched, is fetched from nowhere.
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

/** The product's fonts beside those of the machine; they stand for the free ones where these are missing. */
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
  /** The program that is started, for tests another one. */
  file?: string;
  /** How long a start and a file may take before it counts as stalled, and how often it is tried; ms. */
  stallMs?: number;
  tries?: number;
  idleMs?: number;
  /** How long a process has waited for a processor so far, in ms: that is no stall. */
  waited?: (pid: number) => number;
}

const WASM_FILE = fileURLToPath(new URL('word-wasm.cjs', import.meta.url));

/**
 * LibreOffice as WASM, in a child of its own that starts with the first file, is ended and started anew where it stalls
 * (its start does in some of the cases), and ends when nothing has come for a while, as it takes more than a gigabyte.
 */
export function embeddedEngine(fonts: readonly string[], options: WasmOptions = {}): Engine {
  const { file = WASM_FILE, stallMs = 15_000, tries = 4, idleMs = 120_000, waited = () => 0 } = options;
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

  /** What the child says next that `wanted` takes. Throws where it ends or stalls. */
  function hear<T>(from: ChildProcess, wanted: (message: unknown) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const began = Date.now();
      const busyBefore = waited(from.pid ?? 0);
      const watch = setInterval(() => {
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

  async function once(docx: Buffer): Promise<Buffer | null> {
    if (!child?.connected) {
      end();
      child = start();
    }
    const current = child;
    if (!warm) await hear(current, (message) => ((message as { ready?: true }).ready ? true : undefined));
    warm = true;
    const id = ++next;
    const answered = hear(current, (message) => {
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
      let last: unknown;
      for (let turn = 0; turn < tries; turn++) {
        try {
          const pdf = await once(docx);
          idle = setTimeout(end, idleMs);
          idle.unref();
          return pdf;
        } catch (error) {
          last = error;
          end();
        }
      }
      throw last;
    },
    stop: end,
  };
}
