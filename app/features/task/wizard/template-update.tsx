import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ERROR_CODES } from '#core/errors.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import { leftBehind, moveToVersion, typedValues, valuesInVersion } from '#core/task/template-document.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { readUsable } from '#core/template/version-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { keyOf } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { makeDocument } from '../draft/make-document.ts';
import { versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';

/** Interval, ms, at which an open form checks its template for changes. */
const LOOK_MS = 15_000;

// compared by code, so that the page need not load the error catalogue
const NOT_FOUND: (typeof ERROR_CODES)['NOT_FOUND'] = 404000;

type TemplateFile = DraftDocument & { readonly fromTemplate: NonNullable<DraftDocument['fromTemplate']> };
type Props = Pick<UsedDraft, 'draft' | 'open' | 'status'>;

/** Notices about changed templates of an open draft. */
export function TemplateUpdates(props: Props) {
  return props.draft.documents
    .filter(({ fromTemplate }) => fromTemplate !== undefined)
    .map((document) => <TemplateUpdate key={document.documentId} {...props} document={document} />);
}

/** The version of a template in force; null if it was removed or is no longer authorized, undefined until known. */
function useInForce(id: string) {
  const online = useOnline();
  const { data } = useQuery({
    queryKey: keyOf(readUsable, { id }, 'orNone'),
    queryFn: ({ signal }) =>
      call(readUsable, { id }, { signal }).catch((error: unknown) => {
        if (isClientError(error) && error.code === NOT_FOUND) return null;
        throw error;
      }),
    enabled: online && id !== '',
    refetchInterval: LOOK_MS,
  });
  return data;
}

/**
 * Shows changes of a document's template while its form or task is open, and the possible actions: no input is lost,
 * and sending is refused if the template is disabled, gone, of another business type, or of one that the sender is no
 * longer authorized for.
 */
export function TemplateUpdate({ document, ...used }: Props & { document: DraftDocument }) {
  const { t } = useTranslation('wizard');
  const { templateId = '', versionId, templateName = '' } = document.fromTemplate ?? {};
  const inForce = useInForce(templateId);
  const name = inForce?.templateName ?? templateName;
  if (inForce === undefined || used.status.closed) return null;
  if (inForce === null) return <Notice tone="warning">{t('template.news.gone', { name })}</Notice>;
  const { status, businessType, businessTypeGiven, version } = inForce;
  if (status !== 'ENABLED' || !version)
    return <Notice tone="warning">{t('template.news.disabled', { name })}</Notice>;
  const type = businessTypeText(t, { businessType, businessTypeName: '' });
  if (businessType !== used.draft.task.businessType)
    return <Notice tone="warning">{t('template.news.otherType', { name, type })}</Notice>;
  if (!businessTypeGiven)
    return <Notice tone="warning">{t('template.news.typeNotGiven', { name, type })}</Notice>;
  if (version.versionId === versionId || !isMade(document)) return null;
  return <NewerVersion {...used} document={document} name={name} version={version} />;
}

const isMade = (document: DraftDocument): document is TemplateFile => document.fromTemplate !== undefined;

function NewerVersion({
  document,
  draft,
  open,
  name,
  version: { versionId, number },
}: Props & { document: TemplateFile; name: string; version: { versionId: string; number: number } }) {
  const { t } = useTranslation('wizard');
  const client = useQueryClient();
  const [own] = useLanguage();
  const active = useSession((s) => s.activeUser);
  const [pending, setPending] = useState<{ content: TemplateContent; lost: ReturnType<typeof leftBehind> }>();
  const ask = useMutation({
    mutationFn: async () => {
      const read = (id: string) => client.fetchQuery(versionQuery(id));
      const [before, after] = await Promise.all([read(document.fromTemplate.versionId), read(versionId)]);
      const lost = leftBehind(before.content, after.content, typedValues(document));
      setPending({ content: after.content, lost });
    },
  });
  const move = async (content: TemplateContent) => {
    const template = { versionId, templateId: document.fromTemplate.templateId, templateName: name, content };
    const { documentId } = document;
    const wanted = {
      ...template,
      documentId,
      values: valuesInVersion(content, typedValues(document)),
      language: document.template?.language ?? own,
      fileType: draft.task.taskFileType,
    };
    const ownEntId = active?.type === 'ent' ? active.id : undefined;
    await makeDocument(open.doc, wanted, () =>
      moveToVersion(open.doc, document, template, { newKey, ownEntId }),
    );
    toast({ tone: 'success', text: t('template.news.moved', { name, n: number }) });
  };
  return (
    <Notice
      actions={
        <Button size="small" pending={ask.isPending} onClick={() => ask.mutate()}>
          {t('template.news.move', { n: number })}
        </Button>
      }
    >
      {t('template.news.newer', { name, n: number })}
      {pending && (
        <ConfirmDialog
          open
          onClose={() => setPending(undefined)}
          title={t('template.news.moveTitle')}
          thing={name}
          consequence={
            <>
              {t('template.news.moveKept')}
              {pending.lost.length > 0 && (
                <>
                  <br />
                  {t('template.news.moveLost')}
                  {pending.lost.map(({ name: field, value }, i) => (
                    <span key={i}>
                      <br />
                      {t('fillFrom.line', { name: field, value: value || t('template.news.picture') })}
                    </span>
                  ))}
                </>
              )}
            </>
          }
          tone="neutral"
          confirmLabel={t('template.news.move', { n: number })}
          onConfirm={() => move(pending.content)}
        />
      )}
    </Notice>
  );
}
