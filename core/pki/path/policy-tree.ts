import { OID } from '../oids.ts';

/** A node of the valid policy tree (RFC 5280, clause 6.1.2 a), without the qualifiers. */
type Node = {
  readonly policy: string;
  expected: readonly string[];
  readonly parent: Node | undefined;
  children: Node[];
};

/** Maximum number of nodes, which can double with each certificate; more indicate an attack and stop processing. */
const MAX_NODES = 2000;

/** The tree by levels; empty if no policy is valid for the whole chain so far. */
export type PolicyTree = { levels: Node[][]; readonly tooLarge: boolean };

/** The initial tree: anyPolicy alone (RFC 5280, clause 6.1.2 a). */
export const newPolicyTree = (): PolicyTree => ({
  levels: [[{ policy: OID.anyPolicy, expected: [OID.anyPolicy], parent: undefined, children: [] }]],
  tooLarge: false,
});

/** The NULL tree of the standard; `tooLarge` if it results from stopped processing. */
export const emptyPolicyTree = (tooLarge = false): PolicyTree => ({ levels: [], tooLarge });

export const isNullTree = (tree: PolicyTree): boolean =>
  tree.levels.length === 0 || tree.levels[0]!.length === 0;

function grow(parent: Node, policy: string, expected: readonly string[]): Node {
  const node: Node = { policy, expected, parent, children: [] };
  parent.children.push(node);
  return node;
}

/** Clause 6.1.3 d: adds the policies of the next certificate; `anyAllowed` says whether its anyPolicy counts. */
export function addPolicies(tree: PolicyTree, policies: readonly string[], anyAllowed: boolean): PolicyTree {
  if (isNullTree(tree)) return tree;
  const above = tree.levels.at(-1)!;
  const level: Node[] = [];
  for (const policy of new Set(policies)) {
    if (policy === OID.anyPolicy) continue;
    const parents = above.filter((node) => node.expected.includes(policy));
    const any = parents.length === 0 ? above.filter((node) => node.policy === OID.anyPolicy) : parents;
    for (const parent of any) level.push(grow(parent, policy, [policy]));
    if (level.length > MAX_NODES) return emptyPolicyTree(true);
  }
  if (anyAllowed && policies.includes(OID.anyPolicy)) {
    for (const parent of above) {
      for (const expected of parent.expected) {
        if (parent.children.some((child) => child.policy === expected)) continue;
        level.push(grow(parent, expected, [expected]));
      }
    }
  }
  if (level.length > MAX_NODES) return emptyPolicyTree(true);
  return prune({ levels: [...tree.levels, level], tooLarge: false });
}

/** Clause 6.1.4 b: applies an authority's policy mappings. `allowed` is false once mapping is inhibited. */
export function mapPolicies(
  tree: PolicyTree,
  mappings: readonly { issuer: string; subject: string }[],
  allowed: boolean,
): PolicyTree {
  if (isNullTree(tree)) return tree;
  const level = tree.levels.at(-1)!;
  for (const issuer of new Set(mappings.map((m) => m.issuer))) {
    const subjects = [...new Set(mappings.filter((m) => m.issuer === issuer).map((m) => m.subject))];
    const nodes = level.filter((node) => node.policy === issuer);
    if (!allowed) for (const node of nodes) remove(node, level);
    else if (nodes.length > 0) for (const node of nodes) node.expected = subjects;
    else {
      const parent = level.find((node) => node.policy === OID.anyPolicy)?.parent;
      if (parent) level.push(grow(parent, issuer, subjects));
    }
  }
  return prune(tree);
}

/** Clause 6.1.5 g: intersects the tree with the accepted policies. */
export function restrictTo(tree: PolicyTree, accepted: readonly string[]): PolicyTree {
  if (isNullTree(tree) || accepted.includes(OID.anyPolicy)) return tree;
  const { levels } = tree;
  const last = levels.length - 1;
  const roots = levels
    .slice(1)
    .flatMap((level) => level.filter((node) => node.parent!.policy === OID.anyPolicy));
  const present = new Set(roots.map((node) => node.policy));
  for (const node of roots) {
    if (node.policy !== OID.anyPolicy && !accepted.includes(node.policy)) removeWithChildren(node, levels);
  }
  const any = last > 0 ? levels[last]!.find((node) => node.policy === OID.anyPolicy) : undefined;
  if (any) {
    for (const policy of accepted) {
      if (!present.has(policy)) levels[last]!.push(grow(any.parent!, policy, [policy]));
    }
    remove(any, levels[last]!);
  }
  return prune(tree);
}

/** The policies valid for the chain, by the topmost authority's names: children of anyPolicy. */
export function validPolicies(tree: PolicyTree): string[] {
  const roots = tree.levels
    .slice(1)
    .flatMap((level) => level.filter((node) => node.parent!.policy === OID.anyPolicy));
  const last = tree.levels.at(-1) ?? [];
  return [
    ...new Set(
      roots.filter((node) => node.policy !== OID.anyPolicy || last.includes(node)).map((n) => n.policy),
    ),
  ];
}

function remove(node: Node, level: Node[]): void {
  level.splice(level.indexOf(node), 1);
  if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
}

function removeWithChildren(node: Node, levels: Node[][]): void {
  for (const child of [...node.children]) removeWithChildren(child, levels);
  const level = levels.find((nodes) => nodes.includes(node));
  if (level) remove(node, level);
}

/** Removes nodes without children above the last level. */
function prune(tree: PolicyTree): PolicyTree {
  const { levels } = tree;
  if (levels.at(-1)!.length === 0) return emptyPolicyTree(tree.tooLarge);
  for (let i = levels.length - 2; i >= 0; i--) {
    for (const node of [...levels[i]!]) if (node.children.length === 0) remove(node, levels[i]!);
  }
  return isNullTree(tree) ? emptyPolicyTree(tree.tooLarge) : tree;
}
