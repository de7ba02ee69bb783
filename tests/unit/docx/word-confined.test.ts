import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { canConfine, confined } from '#scripts/product/word-confined.ts';

const home = mkdtempSync(join(tmpdir(), 'signet-confined-'));
const [root, fonts, folder] = ['root', 'fonts', 'work'].map((name) => join(home, name)) as [
  string,
  string,
  string,
];
for (const one of [root, fonts, folder]) mkdirSync(one);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const said = async (script: string): Promise<string> => {
  const [command, args] = confined({ root, fonts, folder }, 'sh', ['-c', script]);
  return (await promisify(execFile)(command, args)).stdout.trim();
};

if (await canConfine()) {
  it('the converter sees its folder and the fonts, and none of the machine’s other files', async () => {
    writeFileSync(join(home, 'secret'), 'secret');
    writeFileSync(join(fonts, 'font'), 'font');
    writeFileSync(join(folder, 'file'), 'file');
    const seen = `for one in ${home}/secret /etc/passwd /etc/hostname ${process.cwd()}/package.json; do [ -e $one ] && echo $one; done; cat ${fonts}/font ${folder}/file; echo out > ${folder}/out; pwd`;
    expect(await said(seen)).toBe(`fontfile${folder}`);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('out\n');
  });

  it('the converter has no network, and sees no other process', async () => {
    const interfaces = (await said('cat /proc/net/dev')).match(/^\s*\w+:/gm)?.map((one) => one.trim());
    expect(interfaces ?? []).not.toContain('eth0:');
    expect((interfaces ?? []).filter((one) => one !== 'lo:')).toEqual([]);
    expect(await said(`[ -e /proc/${process.pid} ] && echo seen; :`)).toBe('');
  });
} else
  it('this machine lets nobody make namespaces: the converter is told of as not confined', async () => {
    expect(await canConfine()).toBe(false);
  });
