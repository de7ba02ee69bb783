/** Objects that no rule has approved: unused ones are harmless, all others are reported and refused. */
import type { ProblemCode } from '#core/verification/problems.ts';
import type { ChangeKind } from '#core/verification/verdict.ts';
import { isDict, isName, isStream, type PdfObject } from '../../read/objects.ts';
import { pageList } from '../page-list.ts';
import { asDict, type Comparison } from './comparison.ts';
import { TRAILER } from './references.ts';

/** Maximum number of objects reported individually: enough to show what was done. */
const MOST_NAMED = 100;

/** Must run after all other rules. Freed objects are refused too. */
export function leftovers(cmp: Comparison): void {
  freed(cmp);
  const open = cmp.unexplained();
  if (open.length === 0) return;
  const reached = reachable(cmp);
  let unused = 0;
  let named = 0;
  for (const num of open) {
    if (cmp.isNew(num) && !reached.has(num)) unused++;
    else if (named++ < MOST_NAMED) name(cmp, num);
  }
  if (unused > 0) cmp.change('unused-object', 'lta', { detail: String(unused) });
}

function freed(cmp: Comparison): void {
  for (const num of cmp.document.revisions[cmp.newer]!.freed) {
    if (cmp.isNew(num) || num === 0) continue;
    cmp.refuse('change-object-freed', 'object-removed', { detail: `${num} 0 R` });
  }
}

/** New objects that are reachable from anything other than a new unused object. */
function reachable(cmp: Comparison): Set<number> {
  const reached = new Set<number>();
  const queue: number[] = [];
  const isLater = (num: number) => cmp.references.lastWritten(num, cmp.newer) > cmp.older;
  const visit = (object: PdfObject) => {
    for (const { num } of cmp.references.outgoing(object))
      if (isLater(num) && !reached.has(num)) queue.push(num);
  };
  visit(cmp.after.trailer);
  for (let r = cmp.older + 1; r <= cmp.newer; r++) {
    for (const num of cmp.document.revisions[r]!.written) if (!cmp.isNew(num)) visit(cmp.after.get(num));
  }
  for (const num of cmp.touched) {
    if (cmp.isNew(num) && cmp.references.usages(num, cmp.older).some((usage) => usage.holder !== TRAILER)) {
      queue.push(num);
    }
  }
  while (queue.length > 0) {
    const num = queue.pop()!;
    if (reached.has(num)) continue;
    reached.add(num);
    visit(cmp.after.get(num));
  }
  return reached;
}

type Naming = { problem: ProblemCode; kind: ChangeKind };

/** Refuses an unexplained object and classifies it by its type, else by its uses. */
function name(cmp: Comparison, num: number): void {
  const now = cmp.after.get(num);
  const page = pageShowing(cmp, num);
  const naming = byType(now) ?? byUse(cmp, num) ?? { problem: 'change-object', kind: 'object-changed' };
  const options = { detail: `${num} 0 R`, ...(page === undefined ? {} : { page }) };
  cmp.refuse(naming.problem, naming.kind, options);
  if (movedIntoSignedBytes(cmp, num)) cmp.refuse('shadow-hide-and-replace', naming.kind, options);
}

/** Whether the new cross-reference entry points into older bytes, which the signature covers as another object. */
function movedIntoSignedBytes(cmp: Comparison, num: number): boolean {
  const entry = cmp.after.entry(num);
  const revision = cmp.document.revisions[cmp.newer]!;
  return entry?.type === 'offset' && entry.offset + cmp.document.base < revision.start;
}

function byType(object: PdfObject): Naming | undefined {
  const dict = asDict(object);
  if (!dict) return undefined;
  const type = dict.entries.get('Type');
  const subtype = dict.entries.get('Subtype');
  if (isName(type, 'Font') || isName(type, 'FontDescriptor'))
    return { problem: 'change-font', kind: 'page-content' };
  if (isName(type, 'Page') || isName(type, 'Pages')) return { problem: 'change-pages', kind: 'page-changed' };
  if (isName(type, 'Annot') || (isName(subtype, 'Widget') && isDict(object))) {
    return { problem: 'change-annotation', kind: 'annotation-changed' };
  }
  if (isName(type, 'StructElem') || isName(type, 'StructTreeRoot')) {
    return { problem: 'change-structure', kind: 'structure-tree' };
  }
  if (isName(type, 'Sig') || isName(type, 'DocTimeStamp') || dict.entries.has('ByteRange')) {
    return { problem: 'change-signed-value', kind: 'field-changed' };
  }
  if (isName(type, 'Action') || dict.entries.has('JS'))
    return { problem: 'change-action', kind: 'object-changed' };
  if (isName(type, 'OCG') || isName(type, 'OCMD')) return { problem: 'shadow-hide', kind: 'object-changed' };
  if (isName(type, 'Filespec') || isName(type, 'EmbeddedFile')) {
    return { problem: 'change-object', kind: 'attachment' };
  }
  if (isStream(object) && (isName(subtype, 'Image') || isName(subtype, 'Form'))) {
    return { problem: 'shadow-content', kind: 'page-content' };
  }
  return undefined;
}

const CONTENT_KEYS =
  /(?:^|\/)(?:Contents|Resources|XObject|Font|ExtGState|ColorSpace|Pattern|Shading)(?:\/|$)/;

function byUse(cmp: Comparison, num: number): Naming | undefined {
  const uses = [...cmp.references.usages(num, cmp.older), ...cmp.references.usages(num, cmp.newer)];
  if (uses.some((usage) => CONTENT_KEYS.test(usage.path)))
    return { problem: 'change-page-content', kind: 'page-content' };
  if (uses.some((usage) => /(?:^|\/)FontFile\d?$|FontDescriptor$/.test(usage.path))) {
    return { problem: 'change-font', kind: 'page-content' };
  }
  if (
    uses.some((usage) => /(?:^|\/)(?:ParentTree|Nums\/\*|RoleMap|StructTreeRoot)(?:\/|$)/.test(usage.path))
  ) {
    return { problem: 'change-structure', kind: 'structure-tree' };
  }
  if (uses.some((usage) => /(?:^|\/)AP\//.test(usage.path)))
    return { problem: 'change-appearance', kind: 'field-changed' };
  return undefined;
}

/** The page (from 1) that the object is, or that refers to it directly or through a few levels. */
function pageShowing(cmp: Comparison, num: number): number | undefined {
  const list = pageList(cmp.after);
  const numbers = new Map(list.map((page, i) => [page, i + 1] as const).reverse());
  const seen = new Set<number>();
  let level = [num];
  for (let depth = 0; depth < 6 && level.length > 0 && seen.size < 200; depth++) {
    const next: number[] = [];
    for (const at of level) {
      const page = numbers.get(at);
      if (page !== undefined) return page;
      if (seen.has(at)) continue;
      seen.add(at);
      for (const usage of cmp.references.usages(at, cmp.newer)) {
        if (usage.holder !== TRAILER && !/(?:^|\/)(?:Parent|P|Pg)$/.test(usage.path)) next.push(usage.holder);
      }
    }
    level = next;
  }
  return undefined;
}
