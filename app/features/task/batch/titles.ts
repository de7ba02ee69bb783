import type { TFunction } from 'i18next';
import type { BatchColumn, PartyPart } from '#core/batch/batch.ts';
import type { TitledColumn } from '#core/batch/read-rows.ts';
import type { Language } from '#core/locales/languages.ts';
import type { DraftSigner } from '#core/task/draft.ts';
import enUS from '../../../locales/en-US/batch.ts';
import zhCN from '../../../locales/zh-CN/batch.ts';
import zhTW from '../../../locales/zh-TW/batch.ts';

type Words = Pick<typeof zhCN, 'party'> & { column: Record<'name' | PartyPart, string> };
const WORDS: Record<Language, Words> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS };

const wordsOf = (t: TFunction<'batch'>): Words => ({
  party: t('party', { n: '{n}' }),
  column: {
    name: t('column.name'),
    entName: t('column.entName'),
    userName: t('column.userName'),
    mobile: t('column.mobile'),
    email: t('column.email'),
  },
});

/** How columns are called in these words: whose they are and what they hold. No two of them are called the same. */
function columnTitles(
  columns: readonly BatchColumn[],
  {
    signers,
    documents,
  }: { signers: readonly DraftSigner[]; documents: readonly { documentId: string; fileName: string }[] },
  words: Words,
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
    if (column.of === 'name') return words.column.name;
    if (column.of === 'party') {
      const index = signers.findIndex(({ signerId }) => signerId === column.signerId);
      const party = signers[index]?.roleName || words.party.replace('{n}', String(index + 1));
      return `${party} ${words.column[column.part]}`;
    }
    const file = documents.find(({ documentId }) => documentId === column.documentId)?.fileName;
    return severalFiles ? `${column.field.name}（${file}）` : column.field.name;
  }
}

/** Columns with their titles: first in the language of the screen, then in each of them, for sheets of colleagues. */
export function titledColumns(
  columns: readonly BatchColumn[],
  draft: Parameters<typeof columnTitles>[1],
  t: TFunction<'batch'>,
): TitledColumn[] {
  const titles = [wordsOf(t), ...Object.values(WORDS)].map((words) => columnTitles(columns, draft, words));
  return columns.map((column, i) => ({ ...column, titles: titles.map((some) => some[i]!) }));
}
