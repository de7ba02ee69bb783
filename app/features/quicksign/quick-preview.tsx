import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SigningFrame } from '../../parts/signing/signing-frame.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { QUICK_LIST, QuickFailure } from './quick-failure.tsx';
import { useDownload } from './use-download.ts';
import { type QuickDetail, useQuickBytes, useQuickFiles } from './use-quick-files.ts';

/** /quickSignManage/quickfilePreview: the current files, full-screen ([2.10]). */
export function QuickPreview({ id }: { id: string }) {
  // All words at once, before anything is shown.
  useTranslation(['quicksign', 'stage']);
  const group = useQuickFiles(id);
  usePageTitle({ subject: group.data?.taskName });
  if (group.error && !group.data)
    return <QuickFailure error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data) return <LoadingState />;
  return <OpenPreview group={group.data} />;
}

function OpenPreview({ group }: { group: QuickDetail }) {
  const { t } = useTranslation('quicksign');
  const navigate = useNavigate();
  const [fileIndex, setFileIndex] = useState(0);
  const download = useDownload();
  const { taskName, taskFileType, documents } = group;
  const document = documents[fileIndex]!;
  const file = useQuickBytes(group.id, document);
  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('toList')} onClick={() => navigate(QUICK_LIST)} />}
      title={taskName}
      documents={documents}
      document={document}
      chooseLabel={t('document')}
      onChoose={setFileIndex}
      format={taskFileType}
      file={file}
      actions={
        <Button icon="download" onClick={() => void download(group)}>
          {t('action.download')}
        </Button>
      }
    />
  );
}
