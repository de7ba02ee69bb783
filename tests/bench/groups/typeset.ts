import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { build, stop } from 'esbuild';
import { Miniflare, Response as WorkerResponse } from 'miniflare';
import { A4, type Block, type TypesetDocument } from '#core/typeset/document.ts';
import { makeFaces } from '#core/typeset/faces.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { FONT_FOLDER, randomOf, randomParagraph, testFaces, text } from '#tests/unit/typeset/paragraphs.ts';
import { typesetFonts } from '../../../scripts/build-typeset-fonts.ts';
import { type BenchReport, interleaved, timed } from '../row.ts';

export const name = 'typeset';

interface Section {
  heading: string;
  paragraphs: string[];
  rows: string[][];
}

function sections(count: number): Section[] {
  const random = randomOf(count);
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
    const both = await interleaved(
      {
        ours: () => writePdf(layOutAnew(), files, options),
        theirs() {
          // Without this Typst answers from what it laid out the last time.
          compiler.evictCache(0);
          compiler.pdf({ mainFileContent: source });
        },
      },
      { rounds: 5, warmUp: 2 },
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

/** The bound that the figure must keep, in the place of a peer: its ratio must be at most 1. */
const atMost = (theirs: number) => ({ peer: 'at most', theirs });

/** The same in workerd with the product's fonts: time of a request, and what the process holds more at its peak. */
async function inWorkerd(report: BenchReport, document: TypesetDocument, label: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/typeset-worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['module', 'browser', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'module', 'production'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'error',
  });
  await stop();
  const fonts = new Map(typesetFonts().map(({ from, to }) => [basename(to), from]));
  const serve = ({ url }: { url: string }) =>
    new WorkerResponse(readFileSync(fonts.get(basename(new URL(url).pathname))!));
  const before = new Set(workerds());
  const worker = new Miniflare({
    modules: true,
    script: outputFiles[0]!.text,
    compatibilityDate: /^compatibility_date = "(.+)"$/m.exec(readFileSync('wrangler.toml', 'utf8'))![1]!,
    compatibilityFlags: ['nodejs_compat'],
    telemetry: { enabled: false },
    cf: false,
    serviceBindings: {
      FONTS: serve,
    },
  });
  try {
    await worker.ready;
    const [pid] = workerds().filter((one) => !before.has(one));
    const idle = memoryOf(pid!, 'VmRSS');
    const body = JSON.stringify(document);
    const make = async () => {
      const answer = await worker.dispatchFetch('http://worker/', { method: 'POST', body });
      const pdf = new Uint8Array(await answer.arrayBuffer());
      if (!answer.ok || pdf[0] !== 0x25) throw new Error(`workerd answered ${answer.status}`);
    };
    const ms = await timed(make, { rounds: 5, warmUp: 2 });
    report({ name: `blocks to PDF in workerd, ${label}`, unit: 'ms', ours: ms, ...atMost(500) });
    const memory = (memoryOf(pid!, 'VmHWM') - idle) / 1024;
    report({
      name: `memory of workerd for it, fonts included, ${label}`,
      unit: 'MB',
      ours: memory,
      ...atMost(64),
    });
  } finally {
    await worker.dispose();
  }
}

/** The processes of workerd that this one has started. */
function workerds(): string[] {
  const stat = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc').filter((pid) => {
    const parts = /^\d+ \((.*)\) \S (\d+)/s.exec(stat(pid));
    return parts?.[1] === 'workerd' && parts[2] === String(process.pid);
  });
}

/** Memory of a process in kB (proc(5)): VmRSS now, VmHWM at its peak. */
const memoryOf = (pid: string, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
