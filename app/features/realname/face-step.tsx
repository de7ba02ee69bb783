import { useNavigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getFaceAuth } from '#core/realname/calls.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { confirmFace } from './confirm-face.ts';
import { useContractBehind } from './contract-behind.ts';
import { Outcome } from './outcome.tsx';
import style from './realname.module.css';
import { useRefreshPerson } from './use-person.ts';

const POLL_MS = 2_000;

/**
 * [2.11] AuthH5: the QR code, until the provider has a result; on success, /home with transId and result ([4.17a]), or the
 * contract that waits for it.
 */
export function FaceStep({ transId }: { transId: string }) {
  const { t } = useTranslation(['realname', 'error']);
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const behind = useContractBehind();
  const next = behind?.next;
  const refresh = useRefreshPerson();
  const started = useRef(false);
  const check = useQuery({
    ...queryOf(getFaceAuth, { transId }),
    refetchInterval: (query) => (!query.state.data || query.state.data.state === 'PENDING' ? POLL_MS : false),
  });
  const state = check.data?.state;
  useEffect(() => {
    if (state !== 'SUCCESS' || started.current) return;
    started.current = true;
    const toHome = () => navigate(`/home?transId=${transId}&result=SUCCESS`, { replace: true });
    if (!next) return toHome();
    // [8.20d] A failure does not block the person; the home page confirms again.
    confirmFace(transId, refresh).then(() => navigate(next, { replace: true }), toHome);
  }, [state, transId, next, navigate, refresh]);

  if (!check.data)
    return check.error ? (
      <ErrorState error={check.error} onRetry={() => void check.refetch()} />
    ) : (
      <LoadingState />
    );
  const again = async () => {
    await refresh();
    setParams({ currentComp: 'AuthInit', ...behind?.params });
  };
  const { url, expiresAt } = check.data;
  if (state === 'FAILURE' || state === 'ENDED')
    return (
      <Outcome
        kind="bad"
        title={t(state === 'FAILURE' ? 'error:FACE_FAILED' : 'error:FACE_ENDED')}
        actions={
          <Button kind="primary" icon="refresh" onClick={() => void again()}>
            {t('face.again')}
          </Button>
        }
      >
        {t(state === 'FAILURE' ? 'face.hint' : 'face.endedHint')}
      </Outcome>
    );
  if (state === 'SUCCESS') return <LoadingState label={t('face.SUCCESS')} />;
  return (
    <div className={style.face}>
      <QrCode text={url} label={t('face.code')} size={208} />
      <div className={style.faceWords}>
        <h2>{t('face.title')}</h2>
        <ol>
          <li>{t('face.step1')}</li>
          <li>{t('face.step2')}</li>
          <li>{t('face.step3')}</li>
        </ol>
        <p className={style.soft}>
          <TimeLeft until={expiresAt} />
        </p>
        <div className={style.row}>
          <Link to={url} newTab>
            {t('face.here')}
          </Link>
          <Button kind="text" onClick={() => void again()}>
            {t('face.back')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Minutes and seconds until a QR code expires. */
function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation(['realname', 'error']);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.floor((until - now) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return <>{t('face.left', { time })}</>;
}
