import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { canConfine, confined } from './word-confined.ts';

/** The converter of Word files to PDF on this machine. */
export type WordEngine =
  | { kind: 'soffice'; program: string; version: string; confined: boolean }
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
    if (version) return { kind: 'soffice', program, version, confined: await canConfine() };
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
    ? `Word files: LibreOffice ${engine.version} of this machine${engine.confined ? '' : ', which could reach its network and files, as this system allows no namespaces'}.`
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

/** What an engine does for the file that it converts. */
export type Doing = 'starting' | 'startingAgain' | 'converting';

export interface Engine {
  convert: Convert;
  doing: () => Doing;
  stop: () => void;
}

const EXPORT = JSON.stringify({
  ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' },
  ExportFormFields: { type: 'boolean', value: 'false' },
});

/**
 * The installed LibreOffice: a separate process and profile for each file, without network and other files where the system
 * allows that (`confined`).
 */
export function installedEngine(program: string, fonts: string, waitMs = 150_000): Engine {
  const running = new Set<ChildProcess>();
  let confines: Promise<boolean> | undefined;
  return {
    convert: async (docx) => {
      const own = mkdtempSync(join(tmpdir(), 'signet-word-'));
      const folder = join(own, 'work');
      const root = join(own, 'root');
      try {
        for (const one of [folder, root]) mkdirSync(one);
        confines ??= canConfine();
        const start = { program, fonts, folder, running, root: (await confines) ? root : null };
        writeFileSync(join(folder, 'file.docx'), docx);
        const until = Date.now() + waitMs;
        let status = await runOnce(start, waitMs);
        // A new profile requires a restart, which the wrapper script would do otherwise.
        if (status === RESTART) status = await runOnce(start, until - Date.now());
        const pdf = join(folder, 'file.pdf');
        if (existsSync(pdf)) return readFileSync(pdf);
        if (status === 0) return null;
        throw new Error(`LibreOffice ended with ${status}`);
      } finally {
        rmSync(own, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    doing: () => 'converting',
    stop: () => {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

const RESTART = 81;

interface Start {
  program: string;
  fonts: string;
  folder: string;
  /** Where the confined program's root is made; null where it cannot be confined. */
  root: string | null;
  running: Set<ChildProcess>;
}

function runOnce({ program, fonts, folder, root, running }: Start, waitMs: number): Promise<number | null> {
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, fontsConfig(fonts, folder));
  const options = [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
    ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
    ...['--convert-to', `pdf:writer_pdf_Export:${EXPORT}`, '--outdir', folder, join(folder, 'file.docx')],
  ];
  const [command, args] = root ? confined({ root, fonts, folder }, program, options) : [program, options];
  const child = spawn(command, args, {
    cwd: folder,
    stdio: 'ignore',
    // None of this process's settings. The proxies that do not answer are for where it cannot be confined.
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: config,
      http_proxy: 'http://127.0.0.1:9',
      https_proxy: 'http://127.0.0.1:9',
    },
  });
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
