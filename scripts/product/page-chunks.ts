/**
 * Assigns the pages' modules to chunks. By default Rollup makes a chunk of each set of modules shared by the same
 * routes: about eighty small files before the first row of a list, each a request. Here only the most visited pages
 * count: modules needed by the same ones of them form one file, so that no page loads what it does not need; for the
 * rest Rollup's default applies.
 */
type ModuleInfo = { importedIds: readonly string[]; code?: string | null } | null;
type Graph = { getModuleInfo(id: string): ModuleInfo };

/** Entry points that count; the names of those that need a module form the name of its chunk. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  login: ['app/routes/login.tsx'],
  register: ['app/routes/register.tsx', 'app/routes/forgot-password.tsx'],
  session: ['app/routes/signed-in.tsx', 'app/shell/full-screen.tsx'],
  shell: ['app/shell/layout.tsx'],
  home: ['app/routes/home.tsx'],
  list: ['app/routes/contract-list.tsx'],
  sign: ['app/routes/file-sign.tsx'],
  dialog: ['app/ui/dialog.tsx'],
  tabs: ['app/ui/tabs.tsx'],
};
/** Entry points that are only reached from another one, which is loaded already. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  shell: ['session'],
  home: ['session', 'shell'],
  list: ['session', 'shell'],
  sign: ['session'],
  // Separates only what tabs need of the signing page: lists in tabs loaded all of that page for one hook.
  tabs: ['login', 'register', 'session', 'shell', 'home', 'list', 'dialog'],
};
/** Minimum size of a chunk in characters of source: below, the request costs more than the unneeded code. */
const WORTH_A_FILE = 4_000;
/** Modules that every page needs; libraries are separate, because they change less often. */
const BASE = ['app/root.tsx', 'app/entry.client.tsx'];

/** Texts that every page needs, one file per language. */
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
  // Virtual modules of the bundler have no path: they go with the libraries.
  for (const id of base) chunkOf.set(id, /\/node_modules\/|^\0/.test(id) ? 'react' : 'base');
  const groups = new Map<string, string[]>();
  for (const [id, users] of usersOf) {
    if (base.has(id)) continue;
    const name = users.filter((user) => !WITHIN[user]?.some((outer) => users.includes(outer))).join('-');
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  for (const [name, ids] of groups) {
    const size = ids.reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
    // needed by visitors and signed-in users, so by nearly everybody
    const small = /^login-.*(?:session|shell)/.test(name) && size < WORTH_A_FILE;
    for (const id of ids) chunkOf.set(id, small ? 'base' : name);
  }
  // Each route is a chunk of its own by default.
  for (const entry of [...BASE, ...Object.values(ENTRIES).flat()])
    if (!entry.includes('/ui/')) chunkOf.delete(`${root}/${entry}`);
  return chunkOf;
}

/** All modules reachable from `entries` by static imports, including themselves. */
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
