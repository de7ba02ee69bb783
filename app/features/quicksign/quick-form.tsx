import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import type { ConformanceLoss } from '#core/pdf/prepare/conformance-losses.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { quickToWire } from '#core/quicksign/wire.ts';
import { sha256Hex } from '#core/sha256.ts';
import { uploadFile } from '#core/task/draft-calls.ts';
import { call } from '../../call.ts';
import { activeText, canBeCleaned, cleanFile } from '../../parts/active/active-content.ts';
import { LossNotice } from '../../parts/active/loss-notice.tsx';
import { lossesOf } from '../../parts/active/losses-of.ts';
import { ExistingSignatures } from '../../parts/verdict/existing-signatures.tsx';
import { Button } from '../../ui/button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Upload } from '../../ui/use-uploads.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './quicksign.module.css';

type Format = 'PDF' | 'OFD';
type QuickFile = { id: string; fileName: string } & UploadResult;
type UploadResult = { fileKey: string; losses: readonly ConformanceLoss[]; bytes: Bytes };

/** What is to be signed: title, business type, format and file, all required ([5.13a]). */
export function QuickForm() {
  const { t } = useTranslation('quicksign');
  const navigate = useNavigate();
  const [taskName, setTaskName] = useState('');
  const [businessType, setBusinessType] = useState('');
  const [format, setFormat] = useState<Format>('PDF');
  const [files, setFiles] = useState<QuickFile[]>([]);
  const [tries, setTries] = useState(0);
  const tried = tries > 0;
  const form = useRef<HTMLFormElement>(null);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // Idempotency key: if the answer is lost, the request is retried with the same id.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  // Uploads in the previously chosen format may still be in progress.
  const latest = useRef(format);
  latest.current = format;

  const needs = {
    files: files.length === 0 ? t('need.files') : undefined,
    taskName: taskName.trim() === '' ? t('need.taskName') : undefined,
    businessType: businessType === '' ? t('need.businessType') : undefined,
  };
  const first = (['files', 'taskName', 'businessType'] as const).find((field) => needs[field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after a submit attempt, not while typing
  useEffect(() => {
    if (tries === 0 || !first) return;
    const field = form.current?.querySelector(`[data-field="${first}"]`);
    field?.querySelector<HTMLElement>('input:not([type=file]), button')?.focus();
  }, [tries]);
  const go = async () => {
    setTries((n) => n + 1);
    if (first) return;
    setWorking(true);
    setFailure(undefined);
    try {
      const { id } = await call(
        createQuickFiles,
        quickToWire({
          taskName,
          businessType,
          businessTypeName: t(`ui:businessType.${businessType}`),
          taskFileType: format,
          documents: files.map(({ fileName, fileKey }) => ({ fileName, fileKey })),
        }),
        { requestId },
      );
      navigate(`/quickSignManage/fileQuickSign?id=${id}`, { replace: true });
    } catch (error) {
      setFailure(error);
      setRequestId(crypto.randomUUID());
      setWorking(false);
    }
  };
  return (
    <Page title={t('start')}>
      <Panel>
        <form
          ref={form}
          className={style.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void go();
          }}
        >
          <RadioGroup
            label={t('field.taskFileType')}
            required
            value={format}
            onChange={(chosen) => {
              setFormat(chosen);
              setFiles([]);
            }}
            options={[
              { value: 'PDF', label: 'PDF' },
              { value: 'OFD', label: 'OFD' },
            ]}
          />
          <div data-field="files">
            <FileUpload
              key={format}
              label={t('choose')}
              rules={{
                types: [`.${format.toLowerCase()}`],
                maxBytes: LIMITS.fileBytes,
                maxFiles: LIMITS.filesPerTask,
              }}
              upload={uploadAs(format)}
              mend={{
                of: (error) => {
                  const text = activeText(error, t);
                  return text === undefined
                    ? undefined
                    : { text, label: canBeCleaned(error) ? t('ui:active.remove') : undefined };
                },
                run: (file) => cleanFile(file, format, t),
              }}
              onDone={({ id, name, result }) => {
                if (latest.current !== format || !result) return;
                setFiles((old) => [...old, { id, fileName: name, ...result }]);
                setTaskName(
                  (old) => old || name.replace(/\.(pdf|ofd)$/i, '').slice(0, LIMITS.taskNameLength),
                );
              }}
              onRemove={({ id }) => setFiles((old) => old.filter((one) => one.id !== id))}
              error={tried ? needs.files : undefined}
            />
          </div>
          {files
            .filter(({ losses }) => losses.length > 0)
            .map(({ id, fileName, losses }) => (
              <LossNotice key={id} name={fileName} losses={losses} />
            ))}
          <ExistingSignatures
            files={files}
            read={async (fileKey) => files.find((one) => one.fileKey === fileKey)!.bytes}
          />
          <TextField
            name="taskName"
            label={t('field.taskName')}
            required
            maxLength={LIMITS.taskNameLength}
            value={taskName}
            onChange={setTaskName}
            error={tried ? needs.taskName : undefined}
          />
          <Select
            name="businessType"
            label={t('field.businessType')}
            required
            value={businessType}
            onChange={setBusinessType}
            options={BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) }))}
            error={tried ? needs.businessType : undefined}
          />
          {failure !== undefined && <Notice tone="error">{errorText(failure, t)}</Notice>}
          <div>
            <Button kind="primary" size="large" iconAfter="arrow-right" pending={working} type="submit">
              {t('go')}
            </Button>
          </div>
        </form>
      </Panel>
    </Page>
  );
}

/** Uploads a file under its digest; returns its key, and the conformance claims that it will lose. */
const uploadAs =
  (fileType: Format): Upload<UploadResult> =>
  async (file, { signal, onProgress }) => {
    const body = new Uint8Array(await file.arrayBuffer());
    // The same check as the Worker's, before anything is sent.
    const { documentFacts } = await import('#core/task/document-facts.ts');
    await documentFacts(body, fileType);
    const fileKey = await sha256Hex(body);
    const input = { fileKey, fileType, body };
    await call(uploadFile, input, { signal, onProgress });
    return { fileKey, losses: await lossesOf(body, fileType), bytes: body };
  };
