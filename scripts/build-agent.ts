import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as bundle, stop } from 'esbuild';
import { root } from './install.mjs';

/**
 * Builds the agent for users' machines: one file for Node 20 or newer (`signet-agent.mjs`), with a package.json, so
 * that the folder is a package for `npx`. The native binding for PKCS#11 modules is optional (koffi, prebuilt for each
 * platform): without it only file tokens are available.
 */
export async function buildAgent(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'signet-agent.mjs');
  await bundle({
    entryPoints: [join(root, 'agent/main.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['koffi', 'bufferutil', 'utf-8-validate'],
    // CommonJS packages load Node's modules by `require`.
    banner: {
      js: "import { createRequire as signetRequire } from 'node:module'; const require = signetRequire(import.meta.url);",
    },
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  await stop();
  chmodSync(file, 0o755);
  const { version, license, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { version: string; license: string; optionalDependencies: Record<string, string> };
  const description = {
    name: 'signet-agent',
    version,
    license,
    description: 'Signs with UKeys for the pages of your own Signet sites.',
    type: 'module',
    bin: { 'signet-agent': 'signet-agent.mjs' },
    engines: { node: '>=20' },
    optionalDependencies: { koffi: optionalDependencies.koffi },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return file;
}

/**
 * The product's downloads: the file, and the package (`npx https://…/signet-agent.tgz` starts it, with the native
 * binding for its platform from the registry).
 */
export async function offerAgent(folder: string): Promise<void> {
  const aside = join(folder, 'package');
  const file = await buildAgent(aside);
  const names = ['package.json', 'LICENSE', 'signet-agent.mjs'];
  writeFileSync(join(folder, 'signet-agent.tgz'), gzipSync(tarOf(aside, names)));
  cpSync(file, join(folder, 'signet-agent.mjs'));
  rmSync(aside, { recursive: true });
}

/** A tar (POSIX ustar) of files in `folder`, below `package/` as npm expects. */
function tarOf(folder: string, names: readonly string[]): Buffer {
  const blocks: Buffer[] = [];
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    const head = Buffer.alloc(512);
    head.write(`package/${name}`, 0);
    head.write(name.endsWith('.mjs') ? '0000755' : '0000644', 100);
    for (const [at, text] of [
      [108, '0000000'],
      [116, '0000000'],
      [124, content.length.toString(8).padStart(11, '0')],
      [136, '00000000000'],
      [148, '        '],
      [156, '0'],
      [257, 'ustar\x0000'],
    ] as const)
      head.write(text, at, 'latin1');
    const sum = head.reduce((n, byte) => n + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    blocks.push(head, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
