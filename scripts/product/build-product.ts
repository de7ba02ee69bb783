import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { build as bundle, stop as stopEsbuild } from 'esbuild';
import { offerAgent } from '../build-agent.ts';
import { buildGlyphs } from '../build-glyphs.ts';
import { buildReference } from '../build-reference.ts';
import { typesetFonts } from '../build-typeset-fonts.ts';
import { diskRefusal, Refusal, root } from '../install.mjs';
import { makeFolder } from './make-folder.ts';
import { spawnOnLeash } from './supervise.ts';

const BUILDS = join(root, 'build');
const PAGES_INPUTS = [
  'agent',
  'app',
  'core',
  'public',
  'vite.config.ts',
  'scripts/product/one-sheet.ts',
  'scripts/product/page-chunks.ts',
  'scripts/product/shake-pdfjs.ts',
  'scripts/build-agent.ts',
  'scripts/build-glyphs.ts',
  'scripts/build-reference.ts',
  'scripts/build-typeset-fonts.ts',
  'scripts/glyph-fonts.ts',
  'scripts/name-schemas.ts',
  'scripts/openapi-document.ts',
  'scripts/reference-examples.ts',
  'package.json',
  'package-lock.json',
];
const WORKER_INPUTS = ['edge', 'core', 'db', 'server.ts', 'scripts/product/build-product.ts'];
const FONTS = [
  ['@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf', 'noto-sans-sc-400.ttf'],
  ['@expo-google-fonts/noto-sans-sc/LICENSE_FONT', 'noto-sans-sc-LICENSE.txt'],
] as const;
const HOUR = 3_600_000;

/**
 * Builds pages and Worker if their sources changed and returns the folder: client/ (served as it is) and worker/
 * (server.js first). A build's folder is named by the digest of its inputs and never changes, so one product can run
 * while another is built; build/current links to the latest.
 */
export async function buildProduct(tell: (line: string) => void = () => {}): Promise<string> {
  makeFolder(BUILDS);
  const pages = await once(`pages-${digestOf(PAGES_INPUTS)}`, (folder) => buildPages(folder, tell));
  const digest = createHash('sha256')
    .update(pages)
    .update(digestOf(WORKER_INPUTS))
    .digest('hex')
    .slice(0, 12);
  const product = await once(`product-${digest}`, (folder) => buildWorker(folder, pages, tell));
  pointCurrentTo(product);
  dropOldBuilds([pages, product]);
  return product;
}

// Builds in a temporary folder and renames it: an aborted build is never mistaken for a complete one.
async function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(BUILDS, name);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  const aside = join(BUILDS, `.aside-${name}-${process.pid}`);
  try {
    mkdirSync(aside, { recursive: true });
    await make(aside);
    if (!existsSync(folder)) renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

async function buildPages(folder: string, tell: (line: string) => void): Promise<void> {
  tell('Building the pages …');
  await run(['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'], {
    SIGNET_BUILD: relative(root, folder),
    NODE_ENV: 'production',
  });
  await offerAgent(join(folder, 'client/agent'));
  buildReference(join(folder, 'client/reference'));
  // Glyph outlines for seals, and the font of texts that are drawn onto pages.
  await buildGlyphs(join(folder, 'client/glyphs'));
  mkdirSync(join(folder, 'client/fonts'), { recursive: true });
  // Files that pdf.js fetches for Chinese encodings, fonts that are not embedded, and pictures.
  for (const part of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
    cpSync(join(root, 'node_modules/pdfjs-dist', part), join(folder, 'client/pdfjs', part), {
      recursive: true,
    });
  for (const [from, to] of FONTS) cpSync(join(root, 'node_modules', from), join(folder, 'client/fonts', to));
  for (const { from, to } of typesetFonts()) cpSync(from, join(folder, 'client/fonts', to));
}

async function buildWorker(folder: string, pages: string, tell: (line: string) => void): Promise<void> {
  tell('Building the Worker …');
  await bundle({
    stdin: {
      contents: [
        `import * as pages from ${JSON.stringify(join(pages, 'server/index.js'))};`,
        `import { createServer } from './server.ts';`,
        `export default createServer(pages);`,
      ].join('\n'),
      resolveDir: root,
      sourcefile: 'server-entry.ts',
      loader: 'ts',
    },
    entryNames: 'server',
    outdir: join(folder, 'worker'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['module', 'browser', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'module', 'production'],
    external: ['node:*', 'cloudflare:*'],
    alias: nodeAliases(),
    loader: { '.wasm': 'copy', '.bin': 'copy', '.ttf': 'copy', '.otf': 'copy' },
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'error',
  }).catch((error: Error) => {
    throw diskRefusal(error.message, BUILDS) ?? new Refusal(`The Worker does not build: ${error.message}`);
  });
  await stopEsbuild();
  symlinkSync(relative(folder, join(pages, 'client')), join(folder, 'client'));
}

// Packages that import Node's modules without the `node:` prefix; workerd provides them with the prefix only.
function nodeAliases(): Record<string, string> {
  const names = [
    'assert',
    'buffer',
    'crypto',
    'events',
    'path',
    'process',
    'stream',
    'string_decoder',
    'url',
    'util',
  ];
  return Object.fromEntries(names.map((name) => [name, `node:${name}`]));
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawnOnLeash(args, env, 'pipe');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      said += data;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code === 0) return;
  throw diskRefusal(said, BUILDS) ?? new Refusal(`The pages do not build: ${reasonIn(said)}`);
}

// Extracts the error from Vite's output, without progress and stack traces.
function reasonIn(said: string): string {
  const lines = said.split('\n');
  const from = lines.findIndex((line) => line.includes('Build failed')) + 1;
  const reason = lines.slice(from).filter((line) => !/^\s+at /.test(line));
  const to = reason.findIndex((line) => /^\s*(code|plugin|id|watchFiles):/.test(line));
  return reason
    .slice(0, to === -1 ? 20 : to)
    .join('\n')
    .trim();
}

function digestOf(inputs: string[]): string {
  const digest = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesOf(join(root, input))) {
      const content = readFileSync(file);
      digest.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return digest.digest('hex').slice(0, 12);
}

function filesOf(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function pointCurrentTo(product: string): void {
  const link = join(BUILDS, `.current-${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(relative(BUILDS, product), link);
  renameSync(link, join(BUILDS, 'current'));
}

// Processes of an old build may still serve from it; it is removed after an hour without use.
function dropOldBuilds(keep: string[]): void {
  for (const name of readdirSync(BUILDS)) {
    const folder = join(BUILDS, name);
    if (keep.includes(folder) || !/^(\.aside-|pages-|product-)/.test(name)) continue;
    if (Date.now() - statSync(folder).mtimeMs > HOUR) rmSync(folder, { recursive: true, force: true });
  }
}
