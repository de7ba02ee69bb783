import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { isFromElsewhere } from './origin.ts';

/**
 * How positions move by a transaction. What comes from elsewhere replaces the whole document, and every position with
 * it: there, only what differs counts as replaced.
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
