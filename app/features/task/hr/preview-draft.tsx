import { useNavigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planOfRow, rowLabel } from '#core/batch/batch.ts';
import type { Bytes } from '#core/bytes.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import { typedValues } from '#core/task/template-document.ts';
import type { TemplateValues } from '#core/template/content.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { SigningFrame } from '../../../parts/signing/signing-frame.tsx';
import { useSession } from '../../../session/session-store.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState, LoadingState } from '../../../ui/state.tsx';
import { type UsedBatch, useBatch } from '../batch/use-batch.ts';
import { makePreview } from '../draft/make-document.ts';
import { versionQuery } from '../draft/offline-templates.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import { type UsedDraft, useDraft } from '../draft/use-draft.ts';
import style from './hr.module.css';

/** /hrContract/previewContract?draft=…: the contracts of a draft before it is sent, of a batch one for each employee. */
export function PreviewDraft({ draftId }: { draftId: string }) {
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  if (!active || !login) return <LoadingState />;
  return <Opening draftId={draftId} ownerKey={active.id} me={{ id: login.userId, name: login.name }} />;
}

function Opening(props: { draftId: string; ownerKey: string; me: { id: string; name: string } }) {
  const used = useDraft(props.draftId, props.ownerKey, props.me);
  return used ? <Opened used={used} /> : <LoadingState />;
}

function Opened({ used }: { used: UsedDraft }) {
  const { t } = useTranslation('hr');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { draft, draftId } = used;
  const batch = useBatch(used);
  usePageTitle({ subject: draft.task.taskName });
  const rows = batch?.rows ?? [];
  const at = Math.min(Math.max(0, Number(params.get('row') ?? 0) || 0), Math.max(0, rows.length - 1));
  const fileIndex = Number(params.get('fileIndex') ?? 0) || 0;
  const document = draft.documents[fileIndex];
  const row = rows[at];
  const values = document && valuesOf(document, batch, at);
  const file = useMade(document, values);
  const show = (change: Record<string, string>) =>
    setParams((old) => ({ ...Object.fromEntries(old), ...change }), { replace: true });
  const back = () =>
    window.history.length > 1 ? navigate(-1) : navigate(`/hrcontract/startHRContract?draft=${draftId}`);
  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('preview.back')} onClick={back} />}
      title={draft.task.taskName}
      {...(batch && row ? { about: rowLabel(batch.setup, row.cells) } : {})}
      documents={draft.documents.map((one, i) => ({ ...one, fileIndex: i }))}
      document={document && { ...document, pages: file.pages ?? document.pages, fileIndex }}
      none={<EmptyState icon="contract" title={t('preview.none')} />}
      chooseLabel={t('preview.document')}
      onChoose={(index) => show({ fileIndex: String(index) })}
      format={draft.task.taskFileType}
      file={file}
      actions={
        rows.length > 1 && (
          <span className={style.pager}>
            <IconButton
              icon="chevron-left"
              label={t('preview.before')}
              disabled={at === 0}
              onClick={() => show({ row: String(at - 1) })}
            />
            <span className="tabular">{t('preview.at', { n: at + 1, count: rows.length })}</span>
            <IconButton
              icon="chevron-right"
              label={t('preview.next')}
              disabled={at === rows.length - 1}
              onClick={() => show({ row: String(at + 1) })}
            />
          </span>
        )
      }
    />
  );
}

/** What a document is filled with: in a batch with the cells of the row, too. */
function valuesOf(
  document: DraftDocument,
  batch: UsedBatch | undefined,
  at: number,
): TemplateValues | undefined {
  if (!document.fromTemplate) return undefined;
  const row = batch?.rows[at];
  const typed = typedValues(document);
  if (!batch || !row) return typed;
  const made = planOfRow(batch.setup, row).documents.find(
    ({ documentId }) => documentId === document.documentId,
  );
  return { ...typed, fields: { ...typed.fields, ...made?.template?.values.fields } };
}

interface PreviewFile {
  bytes?: Bytes | undefined;
  pages?: DraftDocument['pages'] | undefined;
  error?: unknown;
}

/** The file of a document with these values: made anew from its template, or the file that was added. */
function useMade(document: DraftDocument | undefined, values: TemplateValues | undefined): PreviewFile {
  const [own] = useLanguage();
  const versionId = document?.fromTemplate?.versionId ?? '';
  const version = useQuery({ ...versionQuery(versionId), enabled: versionId !== '' });
  const content = version.data?.content;
  const [made, setMade] = useState<PreviewFile & { key?: string }>({});
  const key = JSON.stringify([document?.documentId, document?.fileKey, values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the document and what fills it
  useEffect(() => {
    if (!document || (versionId !== '' && !content)) return;
    let left = false;
    const made =
      content && values && document.fromTemplate
        ? makePreview({
            ...document.fromTemplate,
            documentId: document.documentId,
            content,
            values,
            language: document.template?.language ?? own,
            fileType: document.fileName.toLowerCase().endsWith('.ofd') ? 'OFD' : 'PDF',
          })
        : readDocument(document.fileKey).then((bytes) => ({ bytes, pages: document.pages }));
    made.then(
      (file) => left || setMade({ key, ...file }),
      (error: unknown) => left || setMade({ key, error }),
    );
    return () => {
      left = true;
    };
  }, [key, content]);
  if (version.error && !version.data) return { error: version.error };
  return made.key === key ? made : {};
}
