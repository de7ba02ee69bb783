/**
 * Page trees and offsets. What the product takes, other readers must see alike: pdf.js, which shows it, and qpdf, which
 * people repair files with; and a contract made of it must be one that our verifier calls valid.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bytes } from '#core/bytes.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { textBoxes } from '#core/pdf/text/text-boxes.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { completeContract, faultsOf } from '#tests/unit/pdf/complete-contract.ts';
import { inFolder } from '#tests/unit/pdf/documents.ts';
import type { FuzzKind } from '../kind.ts';
import { makePageTree } from '../mutate/page-tree.ts';

/** The words of each page by our engine. Throws what intake throws. */
async function ours(bytes: Bytes): Promise<string[]> {
  await documentFacts(bytes, 'PDF');
  const document = openPdfBytes(bytes);
  return listPages(document).map((page) =>
    textBoxes(document, page).reduce((all, { text }) => all + text, ''),
  );
}

async function byPdfjs(bytes: Bytes): Promise<string[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str.replace(/\s/g, '') : '')).join(''));
    }
    return pages;
  } finally {
    await task.destroy();
  }
}

const same = (reader: string, seen: readonly string[], other: readonly string[]): void => {
  if (seen.join('|') !== other.join('|'))
    throw new Error(`we see the pages ${seen.join(', ')}, ${reader} ${other.join(', ')}`);
};

export const pages: FuzzKind = {
  make: makePageTree,
  acts: {
    async pdfjs(bytes) {
      const seen = await ours(bytes);
      same('pdf.js', seen, await byPdfjs(bytes));
    },
    async qpdf(bytes) {
      const seen = await ours(bytes);
      const { error, stdout, status } = inFolder((folder) => {
        const file = join(folder, 'a.pdf');
        writeFileSync(file, bytes);
        return spawnSync('qpdf', ['--json=1', '--json-key=pages', file]);
      });
      if (error && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
      const count = status === 2 ? 0 : (JSON.parse(String(stdout)) as { pages: unknown[] }).pages.length;
      if (status === 2 || count !== seen.length)
        throw new Error(`we see ${seen.length} pages, qpdf ${count}`);
    },
    async contract(bytes) {
      const { file, names } = await completeContract(bytes, (await ours(bytes)).length - 1);
      const faults = await faultsOf(file, names);
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
  },
};
