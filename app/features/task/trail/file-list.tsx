import { useNavigate } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadEvidence } from '#core/task/calls.ts';
import { callFile, saveFile } from '../../../call.ts';
import { formatSize } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { handOver } from '../../../parts/verdict/hand-over.ts';
import { Badge, type StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { TaskState } from '../list/task-state.tsx';
import { useFetching } from '../list/use-fetching.ts';
import type { TaskDetail } from '../sign/use-task.ts';
import style from './trail.module.css';
import { type FileCheck, useFileChecks } from './use-file-checks.ts';

const BADGES: Record<FileCheck['verdict'], StateBadge> = {
  valid: { tone: 'success', icon: 'success' },
  invalid: { tone: 'error', icon: 'error' },
  indeterminate: { tone: 'warning', icon: 'question' },
  unsigned: { tone: 'neutral', icon: 'circle' },
  error: { tone: 'error', icon: 'error' },
};

type Props = { task: TaskDetail; marked: number | undefined; mayDownload: boolean };

/** The files of a task; signed files can be verified in the browser. */
export function FileList({ task, marked, mayDownload }: Props) {
  const { t, i18n } = useTranslation('trail');
  const one = useFetching();
  const { checks, running, error, verify } = useFileChecks(task);
  return (
    <>
      <ul className={style.files}>
        {task.documents.map((document) => {
          const check = checks.get(document.fileIndex);
          return (
            <li key={document.documentId} aria-current={document.fileIndex === marked || undefined}>
              <div className={style.fileLine}>
                <div className={style.who}>
                  <Link to={`/contract/preview?planId=${task.planId}&fileIndex=${document.fileIndex}`}>
                    {document.fileName}
                  </Link>
                  <span className={style.soft}>{t('fileNumber', { number: document.number })}</span>
                  <span className={style.soft}>
                    {t('fileAbout', {
                      size: formatSize(document.size, i18n.language),
                      pages: document.pages.length,
                    })}
                  </span>
                  {document.template && (
                    <span className={style.soft}>
                      {t('fileTemplate', {
                        name: document.template.templateName,
                        number: document.template.number,
                      })}
                    </span>
                  )}
                </div>
                <TaskState label={task.label} voidState={task.voidState} />
                {check && <Badge {...BADGES[check.verdict]}>{check.verdictText}</Badge>}
                {mayDownload && (
                  <IconButton
                    icon="download"
                    size="small"
                    label={t('download', { name: document.fileName })}
                    onClick={() => one.downloadFile(task.planId, document.fileIndex)}
                  />
                )}
              </div>
              {check && <CheckDetails check={check} />}
            </li>
          );
        })}
      </ul>
      {error !== undefined && <Notice tone="error">{errorText(error, t)}</Notice>}
      {task.signed > 0 && (
        <div className={style.verify}>
          <Button icon="shield" pending={running} onClick={verify}>
            {t('verifyFiles')}
          </Button>
          <span className={style.soft}>{t('verifyAbout')}</span>
        </div>
      )}
      {mayDownload && task.endReason === 'COMPLETED' && <EvidenceDownload taskId={task.planId} />}
    </>
  );
}

/** Downloads the evidence bundle of a finished task, in the user's language. */
function EvidenceDownload({ taskId }: { taskId: string }) {
  const { t } = useTranslation('trail');
  const [language] = useLanguage();
  const bundle = useMutation({
    mutationFn: async () => saveFile(await callFile(downloadEvidence, { planId: taskId, language })),
    meta: { silent: true },
  });
  return (
    <>
      <div className={style.verify}>
        <Button icon="download" pending={bundle.isPending} onClick={() => bundle.mutate()}>
          {t('bundle.download')}
        </Button>
        <span className={style.soft}>{t('bundle.about')}</span>
      </div>
      {bundle.error && <Notice tone="error">{errorText(bundle.error, t)}</Notice>}
    </>
  );
}

function CheckDetails({ check }: { check: FileCheck }) {
  const { t } = useTranslation('trail');
  const navigate = useNavigate();
  return (
    <details className={style.details}>
      <summary>{check.headline}</summary>
      <ul>
        {check.signatures.map((signature) => (
          <li key={signature.name}>
            <strong>{signature.title}</strong>
            <span className={style.soft}>
              {[signature.verdictText, signature.level, signature.time].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className={style.digest}>
        {t('digest')} <code>{check.sha256}</code>
      </p>
      <p className={style.soft}>{check.disclaimer}</p>
      <Button
        size="small"
        icon="shield"
        onClick={() => {
          handOver([check.file]);
          navigate('/verifyService');
        }}
      >
        {t('verifyWhole')}
      </Button>
    </details>
  );
}
