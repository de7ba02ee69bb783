import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '#core/bytes.ts';
import { pdfDict, pdfStream } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { beginSignature } from '#core/pdf/sign/begin-signature.ts';
import { makeIncrement } from '#core/pdf/write/increment.ts';
import { inFolder, makeLargePdf, makePdf, throughQpdf } from './documents.ts';

const PROGRAM = 'tests/unit/pdf/measure-memory.ts';

describe('signing large files in pieces', () => {
  it('takes less than 8 MB for 20 MB and 300 pages, with a table or cross-reference streams', async () => {
    const table = await makeLargePdf(20, 300);
    const streams = throughQpdf(table, '--object-streams=generate', '--stream-data=preserve');
    for (const file of [table, streams]) {
      expect(file.length).toBeGreaterThan(20_000_000);
      const said = inFolder((folder) => {
        const path = join(folder, 'large.pdf');
        writeFileSync(path, file);
        return execFileSync(process.execPath, ['--expose-gc', '--no-warnings', PROGRAM, path, '299'], {
          encoding: 'utf8',
        });
      });
      expect(JSON.parse(said).megabytes).toBeLessThan(8);
    }
  }, 60_000);

  it('reads each byte once to hash it, and little beside: not more for more pages', async () => {
    const extra: number[] = [];
    for (const pages of [10, 300]) {
      const file = await makeLargePdf(4, pages);
      let read = 0;
      const source = {
        length: file.length,
        read: (from: number, to: number) => {
          read += to - from;
          return file.slice(from, to);
        },
      };
      await beginSignature(source, {
        field: 'A',
        newField: { page: pages - 1, box: { x: 20, y: 20, width: 42, height: 42 } },
      });
      extra.push(read - file.length);
    }
    for (const bytes of extra) expect(bytes).toBeLessThan(300_000);
  });

  it('goes on after many revisions that lie all over the file', async () => {
    let file = await makePdf();
    for (let i = 0; i < 150; i++) {
      const increment = makeIncrement(openPdfBytes(file));
      increment.add(pdfStream(pdfDict(), new Uint8Array(40_000)));
      file = concatBytes(file, increment.finish().bytes);
    }
    let read = 0;
    const source = {
      length: file.length,
      read: async (from: number, to: number) => {
        read += to - from;
        return file.slice(from, to);
      },
    };
    const request = { field: 'Last', newField: 'invisible' } as const;
    const pieces = await beginSignature(source, request);
    expect(pieces).toEqual(await beginSignature(file, request));
    expect(read).toBeLessThan(4 * file.length);
  });
});
