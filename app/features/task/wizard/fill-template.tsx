import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import { isUpToDate, typedValues } from '#core/task/template-document.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import { picturesOf, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type LayingOut, LayingOutStatus } from '../../../parts/laid-out/laying-out.tsx';
import { SaveStatus } from '../../../parts/room/save-status.tsx';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { TemplateForm } from '../../../parts/template-form/template-form.tsx';
import { type Preview, usePreview } from '../../../parts/template-form/use-preview.ts';
import { missingInFonts } from '../../../parts/typeset/typeset.ts';
import { DocumentStage } from '../../../stage/document-stage.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { usePhone } from '../../../ui/table/use-phone.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { keepPicture, makeDocument, readPictures } from '../draft/make-document.ts';
import { versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';
import { TemplateUpdate } from './template-update.tsx';
import { useSharedFields } from './use-shared-fields.ts';
import { useWordPreview } from './use-word-preview.ts';
import style from './wizard.module.css';

// loaded on demand
const FillFromDialog = lazy(async () => ({
  default: (await import('./fill-from-dialog.tsx')).FillFromDialog,
}));

interface Props extends Pick<UsedDraft, 'draft' | 'open' | 'status'> {
  document: DraftDocument;
  /** Called to go to another incomplete document, or back. */
  onDone: (next?: string) => void;
}

/** The form of a document made from a template, beside its pages; input is saved immediately. */
export function FillTemplate(props: Props) {
  const { fromTemplate } = props.document;
  const versionId = fromTemplate?.versionId ?? '';
  const version = useQuery(versionQuery(versionId));
  if (version.data) return <Filling {...props} content={version.data.content} />;
  return version.error ? (
    <ErrorState error={version.error} onRetry={() => void version.refetch()} />
  ) : (
    <LoadingState />
  );
}

function Filling({ document, draft, open, status, onDone, content }: Props & { content: TemplateContent }) {
  const { t } = useTranslation(['wizard', 'fill']);
  const phone = usePhone();
  const online = useOnline();
  const [tab, setTab] = useState<'form' | 'preview'>('form');
  const [showAll, setShowAll] = useState(false);
  const [fillingFrom, setFillingFrom] = useState(false);
  // the enterprise's data and its staff are beyond an embedded draft
  const mayFillFrom = useEmbedded() === null;
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const { fromTemplate, documentId } = document;
  const { templateName, templateId, versionId } = fromTemplate!;
  const [own] = useLanguage();
  const language = document.template?.language ?? own;
  const values = useStable(typedValues(document));
  const pictures = usePictures(content, values, templateId);
  const typeset = usePreview(content.kind === 'WEB' ? content : undefined, values, {
    title: templateName,
    language,
    pictures,
  });
  const missing = useMissing(values);
  const fileType = draft.task.taskFileType;
  const template = { documentId, versionId, templateId, templateName, content };
  const remake = (onStep?: (step: string) => void) =>
    makeDocument(open.doc, { ...template, values, language, fileType, ...(onStep ? { onStep } : {}) });
  const isWord = content.kind === 'WORD';
  const laidOut = useWordPreview(document, values, { isWord, remake });
  const preview = isWord ? laidOut : typeset;
  const shared = useSharedFields({ draft, open }, document, content);

  const finish = async () => {
    setShowAll(true);
    const [first] = problemsOf(content, values, { has: (character) => !missing.has(character) }).filter(
      // In a batch, empty fields are filled in per row.
      ({ problem, rows }) => !(draft.task.batch && problem === 'required' && rows === undefined),
    );
    if (first) {
      setTab('form');
      const name = [first.rows, first.row, first.field].filter((part) => part !== undefined).join('.');
      focusOn(`fill.${name}`);
      return;
    }
    setPending(true);
    setRefused(undefined);
    try {
      if (!isUpToDate(document, fileType)) await remake();
      await shared.remakeStale();
      onDone(shared.next);
    } catch (error) {
      setRefused(error);
    } finally {
      setPending(false);
    }
  };

  const form = (
    <div className={style.fillForm}>
      <TemplateForm
        content={content}
        values={values}
        onChange={shared.put}
        elsewhere={shared.elsewhere}
        showAll={showAll}
        missing={missing}
        keepPicture={keepPicture}
        disabled={status.closed}
      />
    </div>
  );
  const pages = <FilledPages preview={preview} layingOut={laidOut.layingOut} name={templateName} />;
  return (
    <section className={style.fill} aria-label={t('template.fill', { name: templateName })}>
      <header className={style.fillHead}>
        <h1>{t('template.fill', { name: templateName })}</h1>
        <SaveStatus status={status} />
        <span className={style.spacer} />
        {mayFillFrom && (
          <Button icon="user" disabled={status.closed} onClick={() => setFillingFrom(true)}>
            {t('fillFrom.open')}
          </Button>
        )}
        <Button onClick={() => onDone()}>{t('template.later')}</Button>
        <Button
          kind="primary"
          icon="check"
          pending={pending}
          disabled={status.closed}
          onClick={() => void finish()}
        >
          {t('template.done')}
        </Button>
      </header>
      {fillingFrom && (
        <Suspense fallback={null}>
          <FillFromDialog
            content={content}
            values={values}
            ownSide={shared.ownSide}
            onFill={(fields) => shared.put({ fields })}
            onClose={() => setFillingFrom(false)}
          />
        </Suspense>
      )}
      {!online && <Notice>{t(isWord ? 'template.offlineWord' : 'template.offline')}</Notice>}
      {draft.task.batch && <Notice>{t('batch:fillHint')}</Notice>}
      <TemplateUpdate draft={draft} open={open} status={status} document={document} />
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {phone ? (
        <Tabs
          label={t('template.fill', { name: templateName })}
          selected={tab}
          onSelect={setTab}
          items={[
            { id: 'form', label: t('template.form') },
            { id: 'preview', label: t('template.pages') },
          ]}
        >
          {tab === 'form' ? form : pages}
        </Tabs>
      ) : (
        <div className={style.fillColumns}>
          {form}
          {pages}
        </div>
      )}
    </section>
  );
}

type FilledProps = { preview: Preview; layingOut: LayingOut | undefined; name: string };

/** The preview pages with the current values. */
function FilledPages({ preview, layingOut, name }: FilledProps) {
  const { t } = useTranslation('wizard');
  return (
    <div className={style.fillPages}>
      {preview.error !== undefined && <Notice tone="warning">{errorText(preview.error, t)}</Notice>}
      {preview.source ? (
        <DocumentStage source={preview.source} label={t('template.preview', { name })} />
      ) : (
        <LoadingState />
      )}
      {layingOut && <LayingOutStatus layingOut={layingOut} />}
    </div>
  );
}

function focusOn(name: string): void {
  // after the errors are rendered beside the fields
  requestAnimationFrame(() =>
    window.document
      .querySelector(`[data-field="${name}"]`)
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')
      ?.focus(),
  );
}

/**
 * Returns the same object while its content is equal, so that dependents are not recomputed on every change of the
 * draft.
 */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the serialised text identifies the value
  return useMemo(() => value, [text]);
}

function usePictures(
  content: TemplateContent,
  values: TemplateValues,
  templateId: string,
): ReadonlyMap<string, Bytes> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, Bytes>>(new Map());
  const wanted = picturesOf(content, values).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when other pictures are needed
  useEffect(() => {
    if (wanted === '') return;
    let left = false;
    readPictures(content, values, templateId).then(
      (read) => left || setPictures(read),
      // the picture stays empty; making the file reports the error
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [wanted, templateId]);
  return pictures;
}

/** The characters in the values that no font contains. */
function useMissing(values: TemplateValues): ReadonlySet<string> {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const rows = Object.values(values.rows).flat();
  const text = [...new Set([values.fields, ...rows].flatMap((one) => Object.values(one)).join(''))]
    .sort()
    .join('');
  useEffect(() => {
    const aborter = new AbortController();
    missingInFonts(text, aborter.signal).then(
      (found) => setMissing(new Set(found)),
      () => undefined,
    );
    return () => aborter.abort();
  }, [text]);
  return missing;
}
