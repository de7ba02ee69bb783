import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bytes, toHex, utf8 } from '#core/bytes.ts';
import { writePng } from '#core/ofd/image/write-png.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume, papersOf } from '#core/ofd/model/open-volume.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import type { WriteObject, WritePage } from '#core/ofd/write/types.ts';
import { wrapText } from '#tests/fixtures/ofd-writer/wrap-text.ts';
import { HOSTILE } from '#tests/unit/ofd/hostile-files.ts';
import { type BenchReport, timed } from '../row.ts';

export const name = 'ofd-read';

const SENTENCE =
  '甲方与乙方根据有关法律法规的规定，在平等自愿、协商一致的基础上，订立本合同，并承诺共同遵守。';

/** A page of 38 lines of 40 characters. */
function textPage(number: number): WritePage {
  const lines = wrapText(SENTENCE.repeat(34), 40).slice(0, 38);
  const objects: WriteObject[] = lines.map((text, i) => ({
    kind: 'text',
    x: 25,
    y: 30 + i * 6.4,
    size: 4,
    text,
    font: '宋体',
  }));
  objects.push({ kind: 'text', x: 100, y: 285, size: 3, text: `第 ${number} 页`, font: '宋体' });
  return { width: 210, height: 297, objects };
}

/** A picture that does not compress: 1.4 MB. */
function noise(): Bytes {
  let state = 1;
  const data = Uint8Array.from({ length: 680 * 680 * 3 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return writePng({ width: 680, height: 680, kind: 'rgb', data });
}

function makeFile(pages: WritePage[]): Bytes {
  return createOfd({ docId: toHex(utf8('bench-ofd-read--')), now: 0, fonts: [{ name: '宋体' }], pages });
}

const picture: WriteObject = {
  kind: 'image',
  x: 55,
  y: 100,
  width: 100,
  height: 100,
  data: noise(),
  format: 'PNG',
};
const FILES: [label: string, file: Bytes][] = [
  ['small, 1 page of text', makeFile([textPage(1)])],
  ['1.4 MB, text and a picture', makeFile([{ ...textPage(1), objects: [...textPage(1).objects, picture] }])],
  ['100 pages of text', makeFile(Array.from({ length: 100 }, (_, i) => textPage(i + 1)))],
];

/** Opening a file and drawing its first page, drawing all pages, and finding a word; no other engine reads OFD in Node. */
export async function run(report: BenchReport): Promise<void> {
  const row = (label: string, ours: number) =>
    report({ name: label, unit: 'ms', ours, peer: null, theirs: null });
  for (const [label, file] of FILES) {
    const size = `${Math.round(file.length / 1024)} kB`;
    row(
      `open and draw page 1: ${label} (${size})`,
      await timed(() => renderPage(openDocument(openOfd(file)), 0)),
    );
  }
  const long = FILES[2]![1];
  row(
    'open 100 pages for the screen: the size of each',
    await timed(() => papersOf(openVolume(openOfd(long)))),
  );
  row(
    'open and draw all of 100 pages',
    await timed(
      () => {
        const document = openDocument(openOfd(long));
        for (let i = 0; i < document.pages.length; i++) renderPage(document, i);
      },
      { rounds: 5, warmUp: 1 },
    ),
  );
  row(
    'open and find the last place of a keyword in 100 pages',
    await timed(() => findText(openDocument(openOfd(long)), '第 100 页', { which: 'last' }), {
      rounds: 5,
      warmUp: 1,
    }),
  );
  const slowest = slowestHostile();
  row(`the slowest answer to a file made to cost much: ${slowest.name}, ${slowest.call}`, slowest.ms);
}

/** Processor time of the slowest call over all files of the tests that are made to cost much, each in a fresh process. */
function slowestHostile(): { name: string; call: string; ms: number } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-hostile-'));
  const file = join(folder, 'hostile.ofd');
  const child = fileURLToPath(new URL('../../unit/ofd/hostile-child.ts', import.meta.url));
  let slowest = { name: '', call: '', ms: 0 };
  for (const [name, make] of Object.entries(HOSTILE)) {
    writeFileSync(file, make());
    const run = spawnSync(process.execPath, ['--no-warnings', child, file], { encoding: 'utf8' });
    const { calls } = JSON.parse(run.stdout) as { calls: { call: string; ms: number }[] };
    for (const { call, ms } of calls) if (ms > slowest.ms) slowest = { name, call, ms };
  }
  rmSync(folder, { recursive: true });
  return slowest;
}
