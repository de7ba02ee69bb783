/**
 * Writes the outlines of the seals' faces as small static files, `<out>/<face>/<block>.json`, with each font's
 * licence beside them. The work is done once into `.cache/glyphs` and linked from there.
 *
 *   node scripts/run.mjs scripts/build-glyphs.ts [out]      (out: build/client/glyphs)
 */
import { createHash } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shardPath } from '#core/sealart/glyph-shards.ts';
import { SEAL_FONTS } from '#core/sealart/glyph-source.ts';
import { FACES, readFace } from './glyph-fonts.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');

/** Writes the shards to `out`. */
export async function buildGlyphs(out: string): Promise<void> {
  const cache = join(root, '.cache', 'glyphs', await versionOfInputs());
  if (!(await exists(cache))) {
    await makeShards(cache);
    await dropOthers(cache);
  }
  await share(cache, out);
}

/** Links the files below `from` into `to` instead of copying: 70 MB in every build would be a waste. */
async function share(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await share(source, target);
    else {
      await rm(target, { force: true });
      await link(source, target).catch(() => cp(source, target));
    }
  }
}

/** Removes shards of older fonts or programs. */
async function dropOthers(current: string): Promise<void> {
  for (const name of await readdir(dirname(current))) {
    if (name !== basename(current) && !name.includes('.'))
      await rm(join(dirname(current), name), { recursive: true, force: true });
  }
}

async function makeShards(target: string): Promise<void> {
  const draft = `${target}.${process.pid}`;
  for (const font of SEAL_FONTS) {
    const shards = await readFace(font, modules);
    for (const [number, shard] of shards) {
      const file = join(draft, shardPath(font, number).replace(/^\/glyphs\//, ''));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(shard));
    }
    await cp(join(modules, FACES[font].licence), join(draft, font.toLowerCase(), 'LICENSE.txt'));
  }
  // If two builds run at once, the first one's result is kept.
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
}

/** Changes if a font's version or one of the programs that make the shards changes. */
async function versionOfInputs(): Promise<string> {
  const files = [
    ...Object.values(FACES).map((face) => join(modules, packageOf(face.folder), 'package.json')),
    join(root, 'scripts/build-glyphs.ts'),
    join(root, 'scripts/glyph-fonts.ts'),
    join(root, 'core/sealart/glyph-shards.ts'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

const packageOf = (folder: string): string =>
  folder
    .split('/')
    .slice(0, folder.startsWith('@') ? 2 : 1)
    .join('/');

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildGlyphs(process.argv[2] ?? join(root, 'build', 'client', 'glyphs'));
}
