import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-store.ts';
import { useMay } from '../../shell/use-identity.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './company.module.css';
import { JoinForm } from './join-form.tsx';

/** Two ways to add an enterprise: verify a new one, or join an existing one ([5.15], [6.5a]). */
export function AddEnterprise({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('company');
  const mayVerify = useMay('home_auth_enterprise');
  const mayJoin = useMay('home_join_enterprise');
  const verified = useSession((s) => s.userExtendInfo?.personalAuthStatus === 'AUTH');
  if (!mayVerify && !mayJoin) return <Notice tone="info">{t('add.notYours')}</Notice>;
  if (!verified)
    return (
      <Notice
        tone="warning"
        actions={
          <LinkButton kind="primary" to="/auth/person?currentComp=AuthInit">
            {t('add.toRealName')}
          </LinkButton>
        }
      >
        {t('add.needRealName')}
      </Notice>
    );
  return (
    <div className={style.ways}>
      {mayJoin && (
        <section className={style.way} aria-label={t('add.joinTitle')}>
          <h2>{t('add.joinTitle')}</h2>
          <p className={style.soft}>{t('add.joinText')}</p>
          <JoinForm onSent={onSent} />
        </section>
      )}
      {mayVerify && (
        <section className={style.way} aria-label={t('add.verifyTitle')}>
          <h2>{t('add.verifyTitle')}</h2>
          <p className={style.soft}>{t('add.verifyText')}</p>
          <LinkButton to="/account/ent" icon="building">
            {t('add.verifyButton')}
          </LinkButton>
        </section>
      )}
    </div>
  );
}
