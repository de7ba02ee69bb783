import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { twoPages } from '#tests/fixtures/contracts.ts';

/** A contract on disk, for a file chooser; `name` is what the page shows. */
export async function contractFile(name = '采购框架合同.pdf'): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'signet-contract-')), name);
  writeFileSync(file, await twoPages());
  return file;
}
