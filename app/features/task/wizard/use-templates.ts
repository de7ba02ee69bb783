import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/locales/languages.ts';
import { addTemplate, firstValues } from '#core/task/template-document.ts';
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
      await makeDocument(
        open.doc,
        {
          ...template,
          documentId,
          content,
          values: firstValues(content),
          language: i18n.language as Language,
          fileType: draft.task.taskFileType,
        },
        () => addTemplate(open.doc, documentId, { ...template, content }, own),
      );
      documents.push(documentId);
    }
    return documents;
  };
}
