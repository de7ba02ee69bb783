type Tree = Record<string, unknown>;

/** The value at a dotted path (`signers.0.name`), or undefined. */
export function getPath(tree: unknown, path: string): unknown {
  let here = tree;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Tree)[key];
  }
  return here;
}

/** A copy of `tree` with `value` at a dotted path; unchanged branches are shared with the original. */
export function setPath<T extends Tree>(tree: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(tree) ? [...tree] : { ...tree }) as Tree;
  if (rest.length === 0) copy[key] = value;
  else {
    const below = copy[key] ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {});
    copy[key] = setPath(below as Tree, rest.join('.'), value);
  }
  return copy as T;
}
