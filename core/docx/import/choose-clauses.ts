import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { ContentPage } from '#core/template/content.ts';
import { CHINESE_NUMBERING, DECIMAL_NUMBERING, numberClauses } from '#core/typeset/numbering.ts';
import { CLAUSES_NAME, ITEMS_NAME } from '../own-names.ts';
import type { LeftOutList } from './left-out.ts';
import type { NumberedParagraph } from './numbering.ts';

type ClauseCandidate = NumberedParagraph & { inTable: boolean };

/**
 * Chooses the list of a file that contains the clauses: the one that covers most of its text and never restarts. Its
 * paragraphs become clauses, those of other lists items. Reports numbers that look different in the editor.
 */
export function chooseClauses(
  numbers: ReadonlyMap<XmlElement, ClauseCandidate>,
  carried: ContentPage['numbering'] | undefined,
  left: LeftOutList,
): { list: string | undefined; numbering: ContentPage['numbering'] } {
  const all = [...numbers.values()];
  const lists = new Map<string, ClauseCandidate[]>();
  for (const one of all) {
    if (one.bullet || one.inTable || one.name === ITEMS_NAME) continue;
    const list = lists.get(one.list) ?? [];
    lists.set(one.list, list);
    list.push(one);
  }
  const indexOf = new Map(all.map((one, index) => [one, index]));
  const reach = (list: readonly ClauseCandidate[]) => indexOf.get(list.at(-1)!)! - indexOf.get(list[0]!)!;
  const own = [...lists].find(([, list]) => list[0]!.name === CLAUSES_NAME);
  const [chosen] = own
    ? [own]
    : [...lists]
        .filter(([, list]) => !beginsAnew(list))
        .sort(([, a], [, b]) => reach(b) - reach(a) || b.length - a.length);
  if (!chosen) return { list: undefined, numbering: carried ?? 'DECIMAL' };
  const [list, paragraphs] = chosen;
  const top = paragraphs.find(({ level }) => level === 0) ?? paragraphs[0]!;
  const numbering = carried ?? (top.chinese || /第/.test(top.label) ? 'CHINESE' : 'DECIMAL');
  if (!own) reportFormats(paragraphs, numbering, left);
  return { list, numbering };
}

/** Whether a list restarts where clauses would continue counting. */
function beginsAnew(list: readonly ClauseCandidate[]): boolean {
  let last = 0;
  for (const { level, count } of list) {
    if (level > 0) continue;
    if (count <= last) return true;
    last = count;
  }
  return false;
}

function reportFormats(
  paragraphs: readonly ClauseCandidate[],
  numbering: ContentPage['numbering'],
  left: LeftOutList,
): void {
  const { labels } = numberClauses({
    blocks: paragraphs.map(({ level }) => ({ kind: 'clause', level: Math.min(3, level), inlines: [] })),
    numbering: numbering === 'CHINESE' ? CHINESE_NUMBERING : DECIMAL_NUMBERING,
  });
  const reported = new Set<number>();
  paragraphs.forEach(({ level, label }, at) => {
    const own = labels[at]!;
    if (level > 3) left.add('levels', label);
    if (label.replace(/\s/g, '') === own || reported.has(level)) return;
    reported.add(level);
    left.add('numberLook', `${label} → ${own}`);
  });
}
