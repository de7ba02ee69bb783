import type { Node } from '@tiptap/pm/model';

/** Beyond this number of comparisons, blocks are paired in their order. */
const MOST_COMPARISONS = 400_000;

/**
 * Which former block each of the next ones goes on from, by its index; undefined for a new one. The order stays, and the
 * pairs have as much in common as possible: of a paragraph that was split, the longer part.
 */
export function alignBlocks(
  old: readonly (Node | undefined)[],
  next: readonly Node[],
): (number | undefined)[] {
  const width = next.length;
  if (old.length * width > MOST_COMPARISONS)
    return next.map((node, n) => (n < old.length && likeness(old[n], node) > 0 ? n : undefined));
  const likenesses = old.map((before) => next.map((node) => likeness(before, node)));
  // best[i][j]: the most that the blocks from i and from j on have in common
  const best = Array.from({ length: old.length + 1 }, () => new Float64Array(width + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1) {
      const like = likenesses[i]![j]!;
      const pair = like > 0 ? like + best[i + 1]![j + 1]! : 0;
      best[i]![j] = Math.max(pair, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  const pairs: (number | undefined)[] = next.map(() => undefined);
  for (let i = 0, j = 0; i < old.length && j < width; ) {
    const like = likenesses[i]![j]!;
    if (like > 0 && best[i]![j] === like + best[i + 1]![j + 1]!) {
      pairs[j] = i;
      i += 1;
      j += 1;
    } else if (best[i]![j] === best[i + 1]![j]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Worth of equal blocks: more than any that only resemble each other. */
const EQUAL = 1e9;

/** How much two blocks have in common; 0 if one cannot become the other. */
function likeness(before: Node | undefined, node: Node): number {
  if (!before) return 0;
  const sameType = before.type === node.type;
  if (!sameType && !isRelated(before, node)) return 0;
  const start = before.content.findDiffStart(node.content);
  if (start === null) return sameType ? EQUAL : before.content.size + 0.5;
  const end = before.content.findDiffEnd(node.content);
  const common = start + (end ? before.content.size - end.a : 0);
  return sameType ? common + 1 : common;
}

/** Whether a block can become the other and stay the same for others who change it: paragraphs of all kinds, and cells. */
export const isRelated = ({ type: a }: Node, { type: b }: Node): boolean =>
  (a.inlineContent && b.inlineContent) ||
  (String(a.spec.tableRole).endsWith('cell') && String(b.spec.tableRole).endsWith('cell'));
