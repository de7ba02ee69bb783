import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ENGINES = ['pdf', 'ofd', 'docx', 'sheet', 'pki', 'sm', 'typeset', 'sealart'];
const IMPORT = /import (?!type )\{([^}]*)\} from '(?:#core|(?:\.\.\/)+)\/?(\w+)\/([^']+)';/g;

/** Functions of the engines that code outside of them calls, by `file name`. */
function offered(): string[] {
  const found = new Set<string>();
  for (const file of globSync('{app,edge,core,agent,sync,scripts}/**/*.{ts,tsx}')) {
    if (ENGINES.some((engine) => file.startsWith(`core/${engine}/`))) continue;
    for (const [, names = '', engine = '', path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const from = `core/${engine}/${path}`;
      if (!ENGINES.includes(engine) || !existsSync(from)) continue;
      for (const name of names.split(',').map((one) => one.trim().split(' as ')[0]!))
        if (name && !name.startsWith('type ')) found.add(`${from} ${name}`);
    }
  }
  return [...found].sort();
}

it('each function that an engine offers to others shows how it is called', () => {
  const functions = offered().flatMap((one) => {
    const [file = '', name = ''] = one.split(' ');
    const found = new RegExp(
      `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?export (?:async )?function\\*? ${name}\\b`,
    ).exec(readFileSync(file, 'utf8'));
    return found ? [{ one, doc: found[1] ?? '' }] : [];
  });
  expect(functions.length).toBeGreaterThan(100);
  // A block of code: fenced, or indented by four spaces.
  const without = functions.filter(({ doc }) => !/```ts\n|\n \* {5}\S/.test(doc));
  expect(without.map(({ one }) => one)).toEqual([]);
});

/** What every feature uses. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  'edge/kernel/storage/commit.ts': ['commit', 'withRetry'],
  'edge/kernel/storage/read-page.ts': ['readPage'],
  'edge/kernel/outbox/effect.ts': ['defineEffect', 'enqueue'],
  'edge/kernel/outbox/handlers.ts': ['handle'],
  'edge/sending/sending-part.ts': ['SendingPart'],
  'edge/task/advance-task.ts': ['advanceTask'],
  'app/kit/use-list.ts': ['useList'],
  'app/kit/form-dialog.tsx': ['FormDialog'],
  'app/parts/room/use-room.ts': ['useRoom'],
};

it.each(Object.entries(TOOLS))('%s shows how its tools are called', (file, names) => {
  const text = readFileSync(file, 'utf8');
  const docOf = (name: string) =>
    new RegExp(
      `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport (?:async )?(?:function|const|type) ${name}\\b`,
    ).exec(text)?.[1] ?? '';
  expect(names.filter((name) => !/```tsx?\n|\n \* {5}\S/.test(docOf(name)))).toEqual([]);
});
