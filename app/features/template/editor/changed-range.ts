import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { isFromElsewhere } from './origin.ts';

/**
 * The position mapping of a transaction. A remote change replaces the whole document, and with it every position: for
 * those, only the differing range counts as replaced.
 */
export function mappingOf(tr: Transaction): Mapping {
  return isFromElsewhere(tr) ? differenceOf(tr.before, tr.doc) : tr.mapping;
}

function differenceOf(before: Node, after: Node): Mapping {
  const start = before.content.findDiffStart(after.content);
  const end = before.content.findDiffEnd(after.content);
  if (start === null || end === null) return new Mapping();
  // the two ends may overlap, as in aa → aaa
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return new Mapping([new StepMap([start, end.a + overlap - start, end.b + overlap - start])]);
}
