import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** The installed LibreOffice: a separate process and profile for each file. */
export function installedEngine(program: string, fonts: string, waitMs = 150_000): Engine {
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
    doing: () => 'converting',
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
