import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { A4, type Block, type TypesetDocument } from '#core/typeset/document.ts';
import { makeFaces } from '#core/typeset/faces.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { FONT_FOLDER, randomOf, randomParagraph, testFaces, text } from '#tests/unit/typeset/paragraphs.ts';
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
    row('blocks to OFD', await timed(() => writeOfd(layOutAnew(), files, { now: 0, docId: '0'.repeat(32) })));
  }
}
