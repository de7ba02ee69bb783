import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/locales/languages.ts';
import { removeRow } from '#core/task/draft.ts';
import { addTemplate } from '#core/task/template-document.ts';
import { readVersion } from '#core/template/version-calls.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { queryOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { makeDocument } from '../draft/make-document.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/** Takes templates into a draft, each as a document with its signers and places; answers the documents' ids. */
export function useTemplates({ open, draft }: Pick<UsedDraft, 'open' | 'draft'>) {
  const client = useQueryClient();
  const active = useSession((s) => s.activeUser);
  const { i18n } = useTranslation();
  return async (versionIds: readonly string[]): Promise<string[]> => {
    const documents: string[] = [];
    for (const versionId of versionIds) {
      const version = await client.fetchQuery({
        ...queryOf(readVersion, { versionId }),
        staleTime: Infinity,
      });
      const template = { versionId, templateId: version.id, templateName: version.templateName };
      const { content } = version;
      const documentId = newKey();
      const own = { newKey, ownEntId: active?.type === 'ent' ? active.id : undefined };
      const values = addTemplate(open.doc, documentId, { ...template, content }, own);
      try {
        await makeDocument(open.doc, {
          ...template,
          documentId,
          content,
          values,
          language: i18n.language as Language,
          fileType: draft.task.taskFileType,
        });
      } catch (error) {
        // a row without a file is of no use to anybody
        removeRow(open.doc, 'documents', documentId);
        throw error;
      }
      documents.push(documentId);
    }
    return documents;
  };
}
