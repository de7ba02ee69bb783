import type { BatchColumn } from '#core/batch/batch.ts';
import type { TitledColumn } from '#core/batch/read-rows.ts';
import { COLUMN_TEXTS, type ColumnText } from '#core/locales/column-text.ts';
import type { Language } from '#core/locales/languages.ts';
import type { DraftSigner } from '#core/task/draft.ts';

/** The column titles in one language: signer and content. Titles are unique. */
function columnTitles(
  columns: readonly BatchColumn[],
  {
    signers,
    documents,
  }: { signers: readonly DraftSigner[]; documents: readonly { documentId: string; fileName: string }[] },
  texts: ColumnText,
): string[] {
  const severalFiles = new Set(columns.flatMap((c) => (c.of === 'field' ? [c.documentId] : []))).size > 1;
  const taken = new Map<string, number>();
  return columns.map((column) => {
    const title = titleOf(column);
    const n = (taken.get(title) ?? 0) + 1;
    taken.set(title, n);
    return n === 1 ? title : `${title} (${n})`;
  });

  function titleOf(column: BatchColumn): string {
    if (column.of === 'name') return texts.name;
    if (column.of === 'party') {
      const index = signers.findIndex(({ signerId }) => signerId === column.signerId);
      const party = signers[index]?.roleName || texts.party(index + 1);
      return `${party} ${texts[column.part]}`;
    }
    const file = documents.find(({ documentId }) => documentId === column.documentId)?.fileName;
    return severalFiles ? `${column.field.name}（${file}）` : column.field.name;
  }
}

/** Columns with their titles: first in the current language, then in all languages, to accept sheets of colleagues. */
export function titledColumns(
  columns: readonly BatchColumn[],
  draft: Parameters<typeof columnTitles>[1],
  language: Language,
): TitledColumn[] {
  const titles = [COLUMN_TEXTS[language], ...Object.values(COLUMN_TEXTS)].map((texts) =>
    columnTitles(columns, draft, texts),
  );
  return columns.map((column, i) => ({ ...column, titles: titles.map((some) => some[i]!) }));
}
