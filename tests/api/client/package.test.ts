import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXAMPLES } from '#scripts/reference-examples.ts';
import { packClient } from '#tests/fixtures/packed-client.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { product } from '../../product.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-client-'));
  packClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import { downloadDocument, listTasks, listUsable, Signet, SignetError, sendFromTemplate } from '@signet/client';
const { URL_OF, KEY, SIGNERS } = process.env;
const signet = new Signet({ url: URL_OF, key: KEY });
const { records } = await signet.call(listUsable, { templateName: '采购合同' });
const input = { templateId: records[0].id, fields: { 合同编号: 'HT-11', 金额: '11' }, signers: JSON.parse(SIGNERS) };
const { planId } = await signet.call(sendFromTemplate, input);
const found = [];
for await (const row of signet.list(listTasks, { box: 'startWithMe' })) found.push(row.planId);
const { bytes } = await signet.call(downloadDocument, { planId, fileIndex: 0 });
const refused = await signet.call(sendFromTemplate, { ...input, fields: {} }).catch((error) => error);
console.log(JSON.stringify({
  isFound: found.includes(planId),
  begins: new TextDecoder().decode(bytes.slice(0, 5)),
  refused: refused instanceof SignetError && refused.code,
}));
`;

it('the package, installed by itself, has no dependency, and a program in Node sends with it', async () => {
  const installed = join(folder, 'node_modules/@signet/client');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.license).toBe('Apache-2.0');
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const { key, signers } = await selling();
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const said = execFileSync(process.execPath, ['program.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { URL_OF: product().baseUrl, KEY: key, SIGNERS: JSON.stringify(signers) },
  });
  expect(JSON.parse(said)).toEqual({ isFound: true, begins: '%PDF-', refused: 400000 });
});

it('its types are checked in a program of somebody else, by names of calls, inputs and answers', () => {
  const check = (program: string) => {
    writeFileSync(join(folder, 'program.ts'), program);
    try {
      execFileSync(
        process.execPath,
        [
          join(process.cwd(), 'node_modules/typescript/bin/tsc'),
          '--noEmit',
          '--strict',
          'program.ts',
          '--target',
          'es2022',
          '--module',
          'nodenext',
          '--skipLibCheck',
          'false',
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      return '';
    } catch (error) {
      return String((error as { stdout?: string }).stdout);
    }
  };
  const begin =
    "import { getTask, Signet } from '@signet/client';\nconst s = new Signet({ url: '', key: '' });\n";
  expect(check(`${begin}export const t: string = (await s.call(getTask, { planId: 'p' })).taskName;`)).toBe(
    '',
  );
  expect(check(`${begin}await s.call(getTask, { plan: 'p' });`)).toContain("'plan' does not exist");
  expect(
    check(`${begin}export const t: number = (await s.call(getTask, { planId: 'p' })).taskName;`),
  ).toContain("'string' is not assignable to type 'number'");
});

it('npm run examples runs every example of docs/examples and the reference on the product', () => {
  const said = execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/examples.ts'], {
    encoding: 'utf8',
    env: { ...process.env, SIGNET_URL: product().baseUrl },
  });
  const files = readdirSync('docs/examples').filter((name) => name.endsWith('.mjs'));
  const made = [...files, ...Object.keys(EXAMPLES)];
  expect(
    said
      .match(/^ok {2}\S+$/gm)
      ?.map((line) => line.slice(4))
      .sort(),
  ).toEqual(made.sort());
});
