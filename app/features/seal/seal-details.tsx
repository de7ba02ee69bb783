import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { getPicture, getSeal, listRecords, type SealRow } from '#core/seal/calls.ts';
import { forbidUkey } from '#core/seal/certificate-calls.ts';
import { UKEYS_PER_ENTERPRISE } from '#core/seal/states.ts';
import { call, callFile, saveFile } from '../../call.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './seal.module.css';

// The code for UKeys is loaded on first use.
const AllowUkey = lazy(() => import('./allow-ukey.tsx'));
const UkeyCertificate = lazy(() => import('./ukey-certificate.tsx'));

/** Details of a seal: picture at true size, certificate, UKeys, and the record of all changes and uses. */
export function SealDetails({ row, onClose }: { row: SealRow; onClose: () => void }) {
  const { t } = useTranslation('seal');
  const seal = useQuery(queryOf(getSeal, { stampId: row.stampId }));
  const certificate = seal.data?.certificate;
  return (
    <Drawer open onClose={onClose} title={row.stampName}>
      <div className={style.paper}>
        <DrawingView drawing={row.drawing as Drawing} label={row.stampName} scale={96 / 25.4} />
      </div>
      <Button
        icon="download"
        onClick={() => void callFile(getPicture, { stampId: row.stampId }).then(saveFile, () => undefined)}
      >
        {t('details.download')}
      </Button>
      <Facts
        facts={[
          [t('field.category'), t(`category.${row.stampCategory}`)],
          [t('field.shape'), t(`shape.${row.shape}`)],
          [t('field.size'), t('size', { width: row.widthMm, height: row.heightMm })],
          [t('field.method'), t(`method.${row.method}`)],
          [t('field.creator'), row.creator],
          [t('field.createTime'), formatDateTime(row.createTime)],
          // `row` dates from opening the drawer; the certificate of a UKey may have been issued since.
          [t('field.certificate'), t(`certificate.${(seal.data ?? row).certificateStatus}`)],
          ...(certificate
            ? ([
                [t('field.subject'), certificate.subject],
                [t('field.serial'), certificate.serial],
                [t('field.notAfter'), formatDateTime(certificate.notAfter)],
              ] as const)
            : []),
        ]}
      />
      {seal.error && !seal.data && <ErrorState error={seal.error} onRetry={() => void seal.refetch()} />}
      {row.actions.includes('ukey') && (
        <Ukeys stampId={row.stampId} name={row.stampName} ukeys={seal.data?.ukeys ?? []} />
      )}
      {row.actions.includes('rename') && <Records stampId={row.stampId} />}
    </Drawer>
  );
}

/** UKeys that may use the seal ([6.3b]). */
function Ukeys({
  stampId,
  name,
  ukeys,
}: {
  stampId: string;
  name: string;
  ukeys: readonly { serial: string; certificateNotAfter: number | null }[];
}) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [serial, setSerial] = useState('');
  const [allowing, setAllowing] = useState(false);
  const [certifying, setCertifying] = useState(false);
  const [leaving, setLeaving] = useState<(typeof ukeys)[number]>();
  const forbid = useMutation({
    mutationFn: (key: string) => call(forbidUkey, { stampId, serial: key }),
    onSuccess: () => refresh(forbidUkey),
  });
  return (
    <section className={style.section} aria-label={t('ukey.title')}>
      <h3>{t('ukey.title')}</h3>
      <p className={style.about}>{t('ukey.about', { max: UKEYS_PER_ENTERPRISE })}</p>
      <ul className={style.people}>
        {ukeys.map((key) => (
          <li key={key.serial} className={style.person}>
            <span>
              {key.serial}
              {key.certificateNotAfter !== null && (
                <small className={style.about}>
                  {' '}
                  {t('ukey.until', { date: formatDate(key.certificateNotAfter) })}
                </small>
              )}
            </span>
            <IconButton
              icon="trash"
              size="small"
              label={t('ukey.forbid', { serial: key.serial })}
              onClick={() => setLeaving(key)}
            />
          </li>
        ))}
      </ul>
      <div className={style.inline}>
        <TextField label={t('ukey.serial')} value={serial} onChange={setSerial} maxLength={64} />
        <Button disabled={serial.trim().length < 4} onClick={() => setAllowing(true)}>
          {t('ukey.allow')}
        </Button>
        <Button icon="certificate" onClick={() => setCertifying(true)}>
          {t('ukey.certify')}
        </Button>
      </div>
      {leaving && (
        <ConfirmDialog
          open
          title={t('ukey.forbidTitle')}
          thing={leaving.serial}
          consequence={t(leaving.certificateNotAfter === null ? 'ukey.forbidAbout' : 'ukey.forbidCertified')}
          tone="danger"
          confirmLabel={t('ukey.forbidDo')}
          onConfirm={() => forbid.mutateAsync(leaving.serial)}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {allowing && (
        <Suspense fallback={null}>
          <AllowUkey
            stampId={stampId}
            serial={serial.trim()}
            onDone={() => {
              setSerial('');
              setAllowing(false);
            }}
            onClose={() => setAllowing(false)}
          />
        </Suspense>
      )}
      {certifying && (
        <Suspense fallback={null}>
          <UkeyCertificate stampId={stampId} name={name} onClose={() => setCertifying(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Records({ stampId }: { stampId: string }) {
  const { t } = useTranslation('seal');
  const [size, setSize] = useState(10);
  // translates the level in the remark "Name LEVEL" of an authorization
  const remarkText = (remark: string): string => {
    const [, name, level] = /^(.*) (EDITABLE|VIEWABLE)$/.exec(remark) ?? [];
    return level ? t('record.grant', { name, level: t(`grant.${level}`) }) : remark;
  };
  const records = useQuery(queryOf(listRecords, { stampId, size }));
  return (
    <section className={style.section} aria-label={t('record.title')}>
      <h3>{t('record.title')}</h3>
      {records.error && !records.data ? (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      ) : !records.data ? (
        <LoadingState />
      ) : (
        <ol className={style.records}>
          {records.data.records.map((line) => (
            <li key={line.id}>
              <strong>{t(`record.${line.record}`)}</strong>
              <span>
                {[line.operator, line.taskName || remarkText(line.remark)].filter(Boolean).join(' · ')}
              </span>
              <time>{formatDateTime(line.at)}</time>
            </li>
          ))}
        </ol>
      )}
      {records.data && records.data.total > size && (
        <Button kind="text" onClick={() => setSize(size + 40)}>
          {t('record.more')}
        </Button>
      )}
    </section>
  );
}
