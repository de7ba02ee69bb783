import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type BatchSetup, batchColumns, checkRows, type RowProblem } from '#core/batch/batch.ts';
import { type DraftRow, readDraftRows, setupOfDraft } from '#core/batch/draft-batch.ts';
import type { TitledColumn } from '#core/batch/read-rows.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';
import { titledColumns } from './titles.ts';

export interface UsedBatch {
  setup: BatchSetup;
  columns: readonly TitledColumn[];
  rows: readonly DraftRow[];
  /** The problems of each row, in row order. */
  problems: readonly (readonly RowProblem[])[];
  /** Whether the templates are loaded, so that the columns are known. */
  ready: boolean;
}

/** The rows of a batch draft and their problems; undefined for any other draft. */
export function useBatch({ draftId, draft, open }: UsedDraft): UsedBatch | undefined {
  const isBatch = draft.task.batch;
  const [language] = useLanguage();
  const rows = useRows(open.doc, isBatch);
  const templates = isBatch ? templatesOf(draft) : [];
  const contents = useQueries({
    queries: templates.map(({ versionId }) => versionQuery(versionId)),
    combine: (results) => results.map(({ data }) => data?.content),
  });
  const ready = contents.every((content) => content !== undefined);
  const checked = useMemo(() => {
    const setup = setupOfDraft(draftId, draft);
    const known = new Map<string, TemplateContent>();
    templatesOf(draft).forEach(({ documentId }, i) => {
      const content = contents[i];
      if (content) known.set(documentId, content);
    });
    const columns = titledColumns(batchColumns(setup, known), draft, language);
    return { setup, columns };
  }, [draftId, draft, contents, language]);
  const problems = useMemo(
    () => (isBatch ? checkRows(checked.setup, checked.columns, rows) : []),
    [isBatch, checked, rows],
  );
  return isBatch ? { ...checked, rows, problems, ready } : undefined;
}

const templatesOf = ({ documents }: UsedDraft['draft']) =>
  documents.flatMap(({ documentId, template }) =>
    template ? [{ documentId, versionId: template.versionId }] : [],
  );

function useRows(doc: UsedDraft['open']['doc'], wanted: boolean): readonly DraftRow[] {
  const [rows, setRows] = useState<readonly DraftRow[]>([]);
  useEffect(() => {
    if (!wanted) return;
    const map = doc.getMap('batchRows');
    const read = () => setRows(readDraftRows(doc));
    map.observeDeep(read);
    read();
    return () => map.unobserveDeep(read);
  }, [doc, wanted]);
  return rows;
}
