import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectFiles } from '#app/features/task/list/collect-files.ts';
import { plainFileName } from '#core/file-name.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

it.each([
  ['合同.', '合同'],
  ['合同 ', '合同'],
  ['合同 . .', '合同'],
  ['合同\u3000', '合同'],
  ['CON', '_CON'],
  ['nul.pdf', '_nul.pdf'],
  ['COM1 .txt', '_COM1 .txt'],
  ['COM¹', '_COM¹'],
  ['console.pdf', 'console.pdf'],
  ['a/b\\c:d', 'a_b_c_d'],
  ['..', '_'],
  [' .', '_'],
  ['', '_'],
  ['e\u0301.pdf', 'é.pdf'],
  ['合同.pdf', '合同.pdf'],
])('%j becomes %j, which Windows, macOS and unzip take', (name, plain) => {
  expect(plainFileName(name)).toBe(plain);
});

it('names are cut by bytes, at whole characters, before their extension', () => {
  for (const [name, ending] of [
    [`${'合'.repeat(200)}.pdf`, '.pdf'],
    [`${'𠮷'.repeat(200)}.ofd`, '.ofd'],
    [`${'👨‍👩‍👧'.repeat(60)}`, ''],
    [`${'a'.repeat(216)}. .xlsx`, '.xlsx'],
  ] as const) {
    const plain = plainFileName(name);
    expect(bytes(plain)).toBeLessThanOrEqual(220);
    expect(bytes(plain)).toBeGreaterThan(180);
    expect(plain.endsWith(ending)).toBe(true);
    expect(plain).not.toMatch(/\ufffd|[\ud800-\udbff]$|\u200d$|[. ]$|[. ]\.\w+$/);
  }
  expect(plainFileName('👨‍👩‍👧'.repeat(60)).length % '👨‍👩‍👧'.length).toBe(0);
});

it('unzip writes every file of a zip of tasks whose names are long, alike or end in dots', async () => {
  const titles = ['采购合同.', '采购合同', `${'长'.repeat(100)} `, 'aux'];
  const { blob, name } = await collectFiles(
    titles.flatMap((folder) =>
      ['甲.pdf', '甲.pdf', `${'乙'.repeat(199)}.pdf`].map((file) => ({
        folder,
        fetch: async () => ({ name: file, blob: new Blob(['x']) }) as never,
      })),
    ),
    `${'汇'.repeat(200)}.`,
    { signal: new AbortController().signal, onDone: () => undefined },
  );
  expect(bytes(name)).toBeLessThanOrEqual(255);
  if (!existsSync('/usr/bin/unzip')) return;
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    writeFileSync(join(folder, 'a.zip'), Buffer.from(await blob.arrayBuffer()));
    execFileSync('unzip', ['-q', 'a.zip', '-d', 'out'], {
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    const found = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true });
    expect(found.filter((one) => one.isFile())).toHaveLength(12);
    for (const one of found) expect(one.name).not.toMatch(/[. ]$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
