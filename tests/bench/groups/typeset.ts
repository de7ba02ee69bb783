import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { build, stop } from 'esbuild';
import { A4, type Block, type TypesetDocument } from '#core/typeset/document.ts';
import { makeFaces } from '#core/typeset/faces.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { typesetFonts } from '#scripts/build-typeset-fonts.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { FONT_FOLDER, randomParagraph, testFaces, text } from '#tests/unit/typeset/paragraphs.ts';
import { type BenchReport, interleaved, timed } from '../row.ts';

export const name = 'typeset';

interface Section {
  heading: string;
  paragraphs: string[];
  rows: string[][];
}

function sections(count: number): Section[] {
  const random = randomFrom(count);
  return Array.from({ length: count }, (_, i) => ({
    heading: `第 ${i + 1} 部分`,
    paragraphs: Array.from({ length: 6 }, () => randomParagraph(random)),
    rows: Array.from({ length: 8 }, (_, r) => [String(r + 1), 'A4 复印纸', '12', '1,286.00']),
  }));
}

function ours(parts: readonly Section[]): TypesetDocument {
  const cell = (value: string) => ({ blocks: [{ kind: 'paragraph' as const, inlines: [text(value)] }] });
  const blocks = parts.flatMap(({ heading, paragraphs, rows }): Block[] => [
    { kind: 'heading', level: 2, inlines: [text(heading)] },
    ...paragraphs.map((one): Block => ({ kind: 'paragraph', inlines: [text(one)] })),
    {
      kind: 'table',
      widths: [1, 3, 1, 2],
      headerRows: 1,
      rows: [['序号', '品名', '数量', '单价'], ...rows].map((row) => ({ cells: row.map(cell) })),
    },
  ]);
  return { title: '合同', language: 'zh-CN', page: A4, blocks };
}

/** The same document for Typst, which breaks lines first-fit too. */
function theirs(parts: readonly Section[]): string {
  const plain = (value: string) => value.replace(/[\\#*_`$@<>~\-/=+[\]]/g, (mark) => `\\${mark}`);
  const body = parts.map(({ heading, paragraphs, rows }) => {
    const cells = [['序号', '品名', '数量', '单价'], ...rows].map((row) =>
      row.map((value) => `[${plain(value)}]`).join(', '),
    );
    return `== ${plain(heading)}\n${paragraphs.map(plain).join('\n\n')}\n\n#table(columns: (1fr, 3fr, 1fr, 2fr), ${cells.join(', ')})`;
  });
  return `#set page(paper: "a4", margin: 25.4mm)
#set text(font: "Noto Sans SC", size: 12pt, lang: "zh", region: "cn")
#set par(justify: true, linebreaks: "simple", first-line-indent: 2em, leading: 0.75em)
${body.join('\n\n')}`;
}

/** Chinese contracts from blocks to a file, beside Typst compiled for this machine. */
export async function run(report: BenchReport): Promise<void> {
  for (const [label, count] of [
    ['5 pages', 5],
    ['100 pages', 100],
  ] as const) {
    const parts = sections(count);
    const document = ours(parts);
    const { files } = testFaces();
    const options = { now: 0, id: new Uint8Array(16) };
    const layOutAnew = () => layOut(document, makeFaces(files));
    const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [FONT_FOLDER] }] });
    const source = theirs(parts);
    const write = () => writePdf(layOutAnew(), files, options);
    if (count === 5) {
      const began = performance.now();
      write();
      const ours = performance.now() - began;
      const row = { unit: 'ms', ours, peer: null, theirs: null };
      report({ ...row, name: `blocks to PDF, ${label}, the first document of a process` });
    }
    const both = await interleaved(
      {
        ours: write,
        theirs() {
          // Without this Typst answers from what it laid out the last time.
          compiler.evictCache(0);
          compiler.pdf({ mainFileContent: source });
        },
      },
      // V8 compiles what is used often; after some documents it has
      { rounds: 15, warmUp: 10 },
    );
    const pages = layOutAnew().pages.length;
    report({ name: `blocks to PDF, ${label} (${pages} typeset)`, unit: 'ms', ...both, peer: 'Typst 0.13' });
    const row = (what: string, value: number) =>
      report({ name: `${what}, ${label}`, unit: 'ms', ours: value, peer: null, theirs: null });
    row('layout alone', await timed(layOutAnew));
    if (count === 100) {
      // What the editor's worker does before the first page can be drawn: the whole layout, for the page numbers.
      const ms = await timed(() => structuredClone(layOutAnew()));
      report({ name: `first page of a preview, ${label}`, unit: 'ms', ours: ms, ...atMost(300) });
      await inWorkerd(report, document, label);
    }
    row('blocks to OFD', await timed(() => writeOfd(layOutAnew(), files, { now: 0, docId: '0'.repeat(32) })));
  }
}

/** The same in workerd with the product's fonts: the time of a request, and what one document needs in a fresh process. */
async function inWorkerd(report: BenchReport, document: TypesetDocument, label: string): Promise<void> {
  const body = JSON.stringify(document);
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-'));
  try {
    await makeWorker(folder);
    const warm = await startWorkerd(folder);
    const ms = await timed(() => warm.make(body), { rounds: 5, warmUp: 2 }).finally(warm.stop);
    report({ name: `blocks to PDF in workerd, ${label}`, unit: 'ms', ours: ms, ...atMost(500) });
    const fresh = await startWorkerd(folder, ['--trace-gc', '--trace-gc-verbose', '--expose-gc']);
    const idle = fresh.memory('VmRSS');
    await fresh.make(body).catch(async (error: unknown) => {
      await fresh.stop();
      throw error;
    });
    const peak = fresh.memory('VmHWM');
    const used = mostUsed(await fresh.stop());
    const row = { unit: 'MB', peer: null, theirs: null };
    report({
      ...row,
      name: `memory in use in workerd for it, with fonts and code, ${label}`,
      ours: used,
      ...atMost(64),
    });
    report({ ...row, name: `resident memory of workerd above idle, ${label}`, ours: (peak - idle) / 1024 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The worker, its fonts and its configuration, in a folder. */
async function makeWorker(folder: string): Promise<void> {
  await build({
    entryPoints: ['tests/bench/typeset-worker.ts'],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['module', 'browser', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'module', 'production'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  await stop();
  for (const { from, to } of typesetFonts()) {
    mkdirSync(join(folder, 'fonts', dirname(to)), { recursive: true });
    copyFileSync(from, join(folder, 'fonts', to));
  }
}

function configOf(folder: string, flags: readonly string[]): string {
  const date = /^compatibility_date = "(.+)"$/m.exec(readFileSync('wrangler.toml', 'utf8'))![1]!;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .typeset), (name = "fonts", disk = ${JSON.stringify(folder)})],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
  v8Flags = ${JSON.stringify(flags)},
);
const typeset :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${date}",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [(name = "FONTS", service = "fonts")],
);
`;
}

interface Workerd {
  /** Has a document typeset. */
  make(body: string): Promise<void>;
  /** Memory of the process in kB (proc(5)): VmRSS now, VmHWM at its peak. */
  memory(what: 'VmRSS' | 'VmHWM'): number;
  /** Ends it and resolves with what it wrote. */
  stop(): Promise<string>;
}

/** The program that the package brings, which has no types. */
const { default: PROGRAM } = createRequire(import.meta.url)('workerd') as { default: string };

async function startWorkerd(folder: string, flags: readonly string[] = []): Promise<Workerd> {
  writeFileSync(join(folder, 'config.capnp'), configOf(folder, flags));
  const child = spawn(PROGRAM, ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (written += String(part)));
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child.stdio[3]!, 'data'), ended.then(() => undefined)]);
  if (!said) throw new Error(`workerd does not start: ${written}`);
  const { port } = JSON.parse(String(said[0])) as { port: number };
  return {
    async make(body) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
      const pdf = new Uint8Array(await answer.arrayBuffer());
      if (!answer.ok || pdf[0] !== 0x25) throw new Error(`workerd answered ${answer.status}`);
    },
    memory: (what) =>
      Number(
        new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(
          readFileSync(`/proc/${child.pid}/status`, 'utf8'),
        )![1],
      ),
    async stop() {
      child.kill();
      await ended;
      return written;
    },
  };
}

/**
 * The most that the isolate had in use, MB, by what V8 says of each of its collections: the JavaScript heap before it,
 * and the buffers outside of the heap after the one before. This is what a Worker's limit of memory counts; the process
 * also keeps what V8 has set aside for young objects, which grows with the work done, not with what is in use.
 */
function mostUsed(trace: string): number {
  let most = 0;
  let before = 0;
  for (const [, heap, outside] of trace.matchAll(
    /(?:Scavenge|Mark-Compact)[^\d\n]* (\d+\.\d) \(|External memory reported: +(\d+) KB/g,
  )) {
    if (heap !== undefined) before = Number(heap);
    else most = Math.max(most, before + Number(outside) / 1024);
  }
  if (most === 0) throw new Error('V8 said nothing of its memory');
  return most;
}

/** The bound that the figure must keep, in the place of a peer: its ratio must be at most 1. */
const atMost = (theirs: number) => ({ peer: 'at most', theirs });
