/**
 * Which modules of the pages come together. Left alone, Rollup makes a chunk of each set of modules that the same routes
 * share: some eighty small files before the first row of a list, each a request. Here only the pages that people open
 * most count: modules that the same ones of them need make one file, so that none of them is sent what it does not
 * need; the rest stays as Rollup has it.
 */
type ModuleInfo = { importedIds: readonly string[]; code?: string | null } | null;
type Graph = { getModuleInfo(id: string): ModuleInfo };

/** Beginnings that count; the names of those that need a module make the name of its chunk. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  login: ['app/routes/login.tsx'],
  register: ['app/routes/register.tsx', 'app/routes/forgot-password.tsx'],
  session: ['app/routes/signed-in.tsx', 'app/shell/full-screen.tsx'],
  shell: ['app/shell/layout.tsx'],
  home: ['app/routes/home.tsx'],
  list: ['app/routes/contract-list.tsx'],
  sign: ['app/routes/file-sign.tsx'],
  dialog: ['app/ui/dialog.tsx'],
};
/** Beginnings that come only within another, which is there already. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  shell: ['session'],
  home: ['session', 'shell'],
  list: ['session', 'shell'],
  sign: ['session'],
};
/** A file for fewer characters of source than this costs more as a request than it saves those who do not need it. */
const WORTH_A_FILE = 4_000;
/** What every page needs; libraries apart, because they change more seldom. */
const BASE = ['app/root.tsx', 'app/entry.client.tsx'];

/** Texts that every page needs, one file a language. */
const BASE_TEXTS = /\/locales\/([\w-]+)\/(?:ui|shell)\.ts$/;

/** For Rollup's `manualChunks`. `root` is the folder of the project. */
export function pageChunks(root: string): (id: string, graph: Graph) => string | undefined {
  let chunkOf: Map<string, string> | undefined;
  return (id, graph) => {
    chunkOf ??= assign(root, graph);
    const texts = BASE_TEXTS.exec(id);
    return texts ? `texts-${texts[1]}` : chunkOf.get(id);
  };
}

function assign(root: string, graph: Graph): Map<string, string> {
  const base = reach(root, graph, BASE);
  const usersOf = new Map<string, string[]>();
  for (const [user, entries] of Object.entries(ENTRIES))
    for (const id of reach(root, graph, entries)) usersOf.set(id, [...(usersOf.get(id) ?? []), user]);
  const chunkOf = new Map<string, string>();
  // What the bundler adds itself has no path: it goes with the libraries.
  for (const id of base) chunkOf.set(id, /\/node_modules\/|^\0/.test(id) ? 'react' : 'base');
  const groups = new Map<string, string[]>();
  for (const [id, users] of usersOf) {
    if (base.has(id)) continue;
    const name = users.filter((user) => !WITHIN[user]?.some((outer) => users.includes(outer))).join('-');
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  for (const [name, ids] of groups) {
    const size = ids.reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
    // visitors need it and those inside, that is nearly everybody
    const small = /^login-.*(?:session|shell)/.test(name) && size < WORTH_A_FILE;
    for (const id of ids) chunkOf.set(id, small ? 'base' : name);
  }
  // A route is a chunk of its own anyhow.
  for (const entry of [...BASE, ...Object.values(ENTRIES).flat()])
    if (!entry.includes('/ui/')) chunkOf.delete(`${root}/${entry}`);
  return chunkOf;
}

/** All modules that come with `entries` by static imports, themselves among them. */
function reach(root: string, graph: Graph, entries: readonly string[]): Set<string> {
  const waiting = entries.map((entry) => `${root}/${entry}`);
  const seen = new Set(waiting);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
  return seen;
}
