/**
 * The difference between two inline contents, as operations for a shared text. Text and chips are compared apart: a chip
 * that moves is taken out and put in again, and the text around it is not touched. So whoever else moves it, or types
 * beside it, at the same time neither doubles nor loses a word.
 */

/** The value of each mark by its name in the shared text. */
export type MarkSet = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

/** A chip in the shared text. */
export interface Chip {
  node: string;
  attrs: Readonly<Record<string, unknown>>;
  /** Who it is: kept when it moves. */
  id: string;
}

export interface Inline {
  insert: string | Chip;
  attributes?: MarkSet | undefined;
}

export type Operation = Inline | { retain: number; attributes?: MarkSet } | { delete: number };

interface Content {
  /** Code points, so that no pair of surrogates is ever cut, and the marks of each. */
  points: string[];
  markSets: MarkSet[];
  /** The chips before the code point with that index. */
  chips: Map<number, { chip: Chip; marks: MarkSet }[]>;
}

const PLAIN: MarkSet = {};

function contentOf(inlines: readonly Inline[]): Content {
  const content: Content = { points: [], markSets: [], chips: new Map() };
  for (const { insert, attributes: marks = PLAIN } of inlines) {
    if (typeof insert === 'string') {
      for (const point of insert) {
        content.points.push(point);
        content.markSets.push(marks);
      }
      continue;
    }
    const at = content.points.length;
    const here = content.chips.get(at);
    if (here) here.push({ chip: insert, marks });
    else content.chips.set(at, [{ chip: insert, marks }]);
  }
  return content;
}

export function inlineDifference(have: readonly Inline[], want: readonly Inline[]): Operation[] {
  const old = contentOf(have);
  const next = contentOf(want);
  const operations = new Operations();
  let i = 0;
  let j = 0;
  let oldChips = old.chips.get(0) ?? [];
  let nextChips = next.chips.get(0) ?? [];
  /** Writes the chips before both places; those that may still meet their like wait. */
  const writeChips = (step: Step | undefined) => {
    let same = 0;
    while (same < oldChips.length && same < nextChips.length && isLike(oldChips[same]!, nextChips[same]!)) {
      operations.keep(1, oldChips[same]!.marks, nextChips[same]!.marks);
      same += 1;
    }
    oldChips = oldChips.slice(same);
    nextChips = nextChips.slice(same);
    if (step !== 'add') {
      operations.drop(oldChips.length);
      oldChips = [];
    }
    if (step !== 'drop') {
      for (const { chip, marks } of nextChips) operations.add(chip, marks);
      nextChips = [];
    }
  };
  for (const step of stepsBetween(old.points, next.points)) {
    writeChips(step);
    if (step === 'keep') operations.keep(next.points[j]!.length, old.markSets[i]!, next.markSets[j]!);
    else if (step === 'drop') operations.drop(old.points[i]!.length);
    else operations.add(next.points[j]!, next.markSets[j]!);
    if (step !== 'add') {
      i += 1;
      oldChips = [...oldChips, ...(old.chips.get(i) ?? [])];
    }
    if (step !== 'drop') {
      j += 1;
      nextChips = [...nextChips, ...(next.chips.get(j) ?? [])];
    }
  }
  writeChips(undefined);
  return operations.list();
}

const isLike = (a: { chip: Chip }, b: { chip: Chip }): boolean =>
  a.chip.node === b.chip.node && JSON.stringify(a.chip.attrs) === JSON.stringify(b.chip.attrs);

/** Collects operations, like ones as one. */
class Operations {
  private readonly done: Operation[] = [];
  private changed: { from: MarkSet; to: MarkSet; change: MarkSet | undefined } | undefined;

  keep(length: number, from: MarkSet, to: MarkSet): void {
    if (this.changed?.from !== from || this.changed.to !== to)
      this.changed = { from, to, change: changeOf(from, to) };
    const { change } = this.changed;
    const last = this.done.at(-1);
    if (last && 'retain' in last && last.attributes === change) last.retain += length;
    else this.done.push(change ? { retain: length, attributes: change } : { retain: length });
  }
  drop(length: number): void {
    const last = this.done.at(-1);
    if (length === 0) return;
    if (last && 'delete' in last) last.delete += length;
    else this.done.push({ delete: length });
  }
  add(insert: string | Chip, attributes: MarkSet): void {
    const last = this.done.at(-1);
    if (
      last &&
      'insert' in last &&
      last.attributes === attributes &&
      typeof insert === 'string' &&
      typeof last.insert === 'string'
    )
      last.insert += insert;
    else this.done.push({ insert, attributes });
  }
  /** The operations, without those that only pass over the end. */
  list(): Operation[] {
    const last = this.done.at(-1);
    return last && 'retain' in last && !last.attributes ? this.done.slice(0, -1) : this.done;
  }
}

function changeOf(from: MarkSet, to: MarkSet): MarkSet | undefined {
  const change: Record<string, MarkSet[string]> = {};
  for (const name of Object.keys(from)) if (!(name in to)) change[name] = null;
  for (const [name, value] of Object.entries(to))
    if (JSON.stringify(from[name]) !== JSON.stringify(value)) change[name] = value;
  return Object.keys(change).length === 0 ? undefined : change;
}

type Step = 'keep' | 'drop' | 'add';

/** The smallest edit between two texts: common prefix and suffix are kept. */
function* stepsBetween(old: readonly string[], next: readonly string[]): Generator<Step> {
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  for (let n = 0; n < start; n += 1) yield 'keep';
  yield* shortest(old.slice(start, old.length - end), next.slice(start, next.length - end));
  for (let n = 0; n < end; n += 1) yield 'keep';
}

/** Changed code points up to which single ones are kept in between; beyond, all is replaced. */
const MOST_STEPS = 64;

/** Myers' algorithm (1986), bounded. */
function shortest(old: readonly string[], next: readonly string[]): Step[] {
  const n = old.length;
  const m = next.length;
  const traces: Map<number, number>[] = [];
  const reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; n > 0 && m > 0 && d <= Math.min(n + m, MOST_STEPS); d += 1) {
    traces.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach.get(k - 1)! < reach.get(k + 1)!);
      let x = down ? reach.get(k + 1)! : reach.get(k - 1)! + 1;
      while (x < n && x - k < m && old[x] === next[x - k]) x += 1;
      reach.set(k, x);
      if (x >= n && x - k >= m) return walkBack(traces, n, m);
    }
  }
  return [...old.map((): Step => 'drop'), ...next.map((): Step => 'add')];
}

function walkBack(traces: readonly Map<number, number>[], n: number, m: number): Step[] {
  const steps: Step[] = [];
  let x = n;
  let y = m;
  for (let d = traces.length - 1; d >= 0; d -= 1) {
    const reach = traces[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && reach.get(k - 1)! < reach.get(k + 1)!);
    const before = down ? k + 1 : k - 1;
    const fromX = reach.get(before)!;
    const fromY = fromX - before;
    while (x > fromX && y > fromY) {
      steps.push('keep');
      x -= 1;
      y -= 1;
    }
    if (d > 0) steps.push(down ? 'add' : 'drop');
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
}
