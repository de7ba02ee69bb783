import type { Docx } from '#core/docx/open-docx.ts';
import { type DocxMark, readMarks } from '#core/docx/read-marks.ts';
import type { ContentMarks } from './check/content-problem.ts';
import type { WordContent } from './content.ts';

type Lists = Pick<WordContent, 'fields' | 'rows' | 'options' | 'anchors'>;

/** The keys that a docx marks, by kind; unknown keys count as fields. */
export function marksOfDocx(docx: Docx, lists: Lists): ContentMarks {
  const keys = readMarks(docx).flatMap((mark) => (mark.kind === 'OWN' ? [mark.key] : []));
  const named = (list: readonly { key: string }[]) => {
    const known = new Set(list.map(({ key }) => key));
    return keys.filter((key) => known.has(key));
  };
  const [rows, options, anchors] = [named(lists.rows), named(lists.options), named(lists.anchors)];
  const others = new Set([...rows, ...options, ...anchors]);
  return { fields: keys.filter((key) => !others.has(key)), rows, options, anchors };
}

/** The keys of the fields in repeated rows, by the key of the rows. */
export function rowFieldsOf(docx: Docx, lists: Lists): Record<string, string[]> {
  const rows = new Set(lists.rows.map(({ key }) => key));
  const marks = readMarks(docx).filter(
    (mark): mark is Extract<DocxMark, { kind: 'OWN' }> => mark.kind === 'OWN',
  );
  const found: Record<string, string[]> = {};
  for (const outer of marks)
    if (rows.has(outer.key))
      found[outer.key] = [
        ...new Set(
          marks
            .filter(({ key, start, end }) => key !== outer.key && start > outer.start && end < outer.end)
            .map(({ key }) => key),
        ),
      ];
  return found;
}
