import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/locales/languages.ts';
import { type DraftDocument, readDraft } from '#core/task/draft.ts';
import { sharedValues } from '#core/task/shared-fields.ts';
import { addTemplate, firstValues, typedValues } from '#core/task/template-document.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useSession } from '../../../session/session-store.ts';
import { makeDocument } from '../draft/make-document.ts';
import { keepUsed, versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/**
 * Adds templates to a draft, each as a document with its signers and placements; returns the document ids. `known` adds
 * values that are known beforehand to those that a new document begins with.
 */
export function useTemplates({ open, draft }: Pick<UsedDraft, 'open' | 'draft'>) {
  const client = useQueryClient();
  const active = useSession((s) => s.activeUser);
  const { i18n } = useTranslation();
  const read = (versionId: string) => client.fetchQuery(versionQuery(versionId));
  return async (
    versionIds: readonly string[],
    known: (values: TemplateValues, content: TemplateContent) => TemplateValues = (values) => values,
  ): Promise<string[]> => {
    const documents: string[] = [];
    for (const versionId of versionIds) {
      const version = await read(versionId);
      void keepUsed(version);
      const template = {
        versionId,
        templateId: version.id,
        templateName: version.templateName,
        scene: version.sceneType,
      };
      const { content } = version;
      const documentId = newKey();
      const others = await Promise.all(
        readDraft(open.doc).documents.flatMap((one) =>
          one.fromTemplate
            ? [read(one.fromTemplate.versionId).then((other) => filledWith(one, other.content))]
            : [],
        ),
      );
      const first = firstValues(content);
      const shared = { ...first, fields: { ...first.fields, ...sharedValues(content, others) } };
      const values = known(shared, content);
      const own = { values, newKey, ownEntId: active?.type === 'ent' ? active.id : undefined };
      await makeDocument(
        open.doc,
        {
          ...template,
          documentId,
          content,
          values,
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

const filledWith = (document: DraftDocument, content: TemplateContent) => ({
  documentId: document.documentId,
  content,
  values: typedValues(document),
});
