import { useQueries } from '@tanstack/react-query';
import type { DraftDocument } from '#core/task/draft.ts';
import { type FilledDocument, isShared, sameFields } from '#core/task/shared-fields.ts';
import { fillingOf, isUpToDate, putValues, typedValues } from '#core/task/template-document.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import { problemsOf } from '#core/template/fill/fields-in-text.ts';
import { sideOf } from '#core/template/fill/fill-from.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useSession } from '../../../session/session-store.ts';
import { makeDocument } from '../draft/make-document.ts';
import { versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

type TemplateFile = DraftDocument & { readonly fromTemplate: NonNullable<DraftDocument['fromTemplate']> };
const isMade = (document: DraftDocument): document is TemplateFile => document.fromTemplate !== undefined;

/**
 * Links the documents of a draft that are made from templates: fields of the same name and type are asked once, and
 * their value is used in all of them.
 */
export function useSharedFields(
  { draft, open }: Pick<UsedDraft, 'draft' | 'open'>,
  document: DraftDocument,
  content: TemplateContent,
) {
  const made = draft.documents.filter(isMade);
  const others = made.filter(({ documentId }) => documentId !== document.documentId);
  const versions = useQueries({
    queries: others.map(({ fromTemplate: { versionId } }) => versionQuery(versionId)),
  });
  const known = others.flatMap((other, i): (FilledDocument & { document: TemplateFile })[] => {
    const version = versions[i]?.data;
    return version ? [{ documentId: other.documentId, document: other, content: version.content }] : [];
  });
  const at = made.findIndex(({ documentId }) => documentId === document.documentId);
  const isBefore = ({ documentId }: FilledDocument) =>
    made.findIndex((one) => one.documentId === documentId) < at;
  const elsewhere = new Set(isShared(content, known.filter(isBefore)).keys());

  const put = (changed: Partial<TemplateValues>) =>
    open.doc.transact(() => {
      putValues(open.doc, document.documentId, changed);
      for (const [key, value] of Object.entries(changed.fields ?? {}))
        for (const same of sameFields(content, key, known))
          putValues(open.doc, same.documentId, { fields: { [same.field]: value } });
    });
  const [language] = useLanguage();
  const fileType = draft.task.taskFileType;
  const ownEntId = useSession((s) => (s.activeUser?.type === 'ent' ? s.activeUser.id : undefined));
  const cast = document.fromTemplate?.cast ?? {};
  const ownSigner = draft.signers.find(({ entId }) => entId !== undefined && entId === ownEntId);
  return {
    /** The role name under which the own enterprise signs. */
    ownSide: sideOf(content.signers.find(({ key }) => cast[key] === ownSigner?.signerId)?.name ?? ''),
    /** Fields that another document already contains. */
    elsewhere,
    put,
    /** Remakes the files that do not contain the current values yet. */
    async remakeStale() {
      for (const { document: other, documentId, content: its } of known)
        if (!isUpToDate(other, fileType))
          await makeDocument(open.doc, {
            ...other.fromTemplate,
            documentId,
            content: its,
            values: typedValues(other),
            language: other.template?.language ?? language,
            fileType,
          });
    },
    /** The next incomplete document. */
    next: known.find(
      (other) =>
        fillingOf(other.document, fileType) === 'UNFILLED' &&
        problemsOf(other.content, typedValues(other.document)).length > 0,
    )?.documentId,
  };
}
