import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDoWith } from '#core/template/record.ts';
import type { TemplateRow } from '#core/template/record-calls.ts';
import { listVersions, readVersion, type VersionRow } from '#core/template/version-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Difference } from './difference.tsx';
import { useOwnRoom } from './room/use-own-room.ts';
import style from './template.module.css';

const MORE = 50;

/** The versions of a template with the changes in each; any can be restored into the draft. */
export default function VersionsDialog({ row, onClose }: { row: TemplateRow; onClose: () => void }) {
  const { t } = useTranslation('template');
  const [size, setSize] = useState(MORE);
  const [shown, setShown] = useState<string>();
  const [restoring, setRestoring] = useState<VersionRow>();
  const versions = useQuery({
    ...queryOf(listVersions, { id: row.id, size }),
    placeholderData: keepPreviousData,
  });
  const records = versions.data?.records ?? [];
  return (
    <Dialog open onClose={onClose} width="wide" title={t('version.title', { name: row.templateName })}>
      {versions.error && !versions.data ? (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <LoadingState />
      ) : records.length === 0 ? (
        <EmptyState icon="history" title={t('version.none')}>
          {t('version.noneText')}
        </EmptyState>
      ) : (
        <ol className={style.versions}>
          {records.map((version, i) => {
            const before = records[i + 1];
            const isShown = shown === version.versionId;
            return (
              <li key={version.versionId}>
                <div className={style.versionLine}>
                  <strong>{t('version.nth', { number: version.number })}</strong>
                  {i === 0 && row.status === 'ENABLED' && (
                    <Badge tone="success" icon="success">
                      {t('version.inForce')}
                    </Badge>
                  )}
                  <span className={style.soft}>
                    {[formatDateTime(version.createTime), version.createUserName].filter(Boolean).join(' · ')}
                  </span>
                  <span className={style.versionButtons}>
                    {before && (
                      <Button
                        kind="text"
                        aria-expanded={isShown}
                        onClick={() => setShown(isShown ? undefined : version.versionId)}
                      >
                        {t(isShown ? 'version.hide' : 'version.compare', { number: before.number })}
                      </Button>
                    )}
                    {mayDoWith(row.access).edit && (
                      <Button kind="text" onClick={() => setRestoring(version)}>
                        {t('version.restore')}
                      </Button>
                    )}
                  </span>
                </div>
                {isShown && before && <Difference before={before.versionId} after={version.versionId} />}
              </li>
            );
          })}
        </ol>
      )}
      {versions.data && versions.data.total > records.length && (
        <Button kind="text" onClick={() => setSize(size + MORE)}>
          {t('record.more')}
        </Button>
      )}
      {restoring && <Restore row={row} version={restoring} onClose={() => setRestoring(undefined)} />}
    </Dialog>
  );
}

/** Asks for confirmation, then restores a version into the draft; unpublished changes are replaced. */
function Restore({ row, version, onClose }: { row: TemplateRow; version: VersionRow; onClose: () => void }) {
  const { t } = useTranslation('template');
  const used = useOwnRoom(row.id);
  const restore = async () => {
    const [{ content }, { restoreVersion }] = await Promise.all([
      call(readVersion, { versionId: version.versionId }),
      import('./room/restore-version.ts'),
    ]);
    if (!used) return;
    restoreVersion(used.open.doc, content);
    toast({ tone: 'success', text: t('version.restored', { number: version.number }) });
  };
  if (!used?.status.connected) return <LoadingState />;
  return (
    <ConfirmDialog
      open
      title={t('version.restoreTitle')}
      thing={t('version.nth', { number: version.number })}
      consequence={t('version.restoreText')}
      tone="neutral"
      confirmLabel={t('version.restore')}
      onConfirm={restore}
      onClose={onClose}
    />
  );
}
