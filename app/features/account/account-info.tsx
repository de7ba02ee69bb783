import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { getRegisteredUser } from '#core/identity/register-calls.ts';
import { personLabel } from '#core/realname/states.ts';
import { call } from '../../call.ts';
import { PERSON_AUTH_BADGES } from '../../parts/badges/person.ts';
import { keyOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './account.module.css';
import { MailDialog, MobileDialog } from './address-dialogs.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { PasswordDialog, SignPasswordDialog } from './password-dialogs.tsx';
import { PhotoChoice } from './photo-choice.tsx';

type Open = 'password' | 'mobile' | 'mail' | 'signSet' | 'signChange' | 'signReset' | 'close';

/** /account/accountInfo ([2.20]). The sections of other domains are passed as props. */
export function AccountInfo({
  passkeys,
  ukeys,
  sessions,
}: {
  passkeys: ReactNode;
  ukeys?: ReactNode;
  sessions: ReactNode;
}) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState<Open>();
  const userId = useSession((s) => s.loginUser?.userId) ?? '';
  const info = useQuery({
    queryKey: keyOf(getRegisteredUser, { id: userId }, 'person'),
    enabled: userId !== '',
    queryFn: async ({ signal }) => {
      const [registered, me] = await Promise.all([
        call(getRegisteredUser, { id: userId }, { signal }),
        call(getLoggedUserInfo, {}, { signal }),
      ]);
      return { ...registered, person: me.person };
    },
  });
  const refresh = () => void info.refetch();
  const close = () => {
    setOpen(undefined);
    refresh();
  };
  const frame = (children: ReactNode) => (
    <Page title={t('info.title')} about={t('info.about')}>
      {children}
    </Page>
  );
  if (info.error && !info.data)
    return frame(
      <Panel>
        <ErrorState error={info.error} onRetry={refresh} />
      </Panel>,
    );
  if (!info.data)
    return frame(
      <Panel>
        <LoadingState />
      </Panel>,
    );
  const { account, mobile, mail, person } = info.data;
  // An account without a number is reached at its address, which the server gives in its place.
  const hasNumber = !mobile.includes('@');
  const name = person.name || account;
  const auth = person.personalAuthStatus;
  const change = (label: string, to: Open) => (
    <Button kind="text" onClick={() => setOpen(to)}>
      {label}
    </Button>
  );
  return frame(
    <>
      <Panel title={t('info.profile')}>
        <div className={style.profile}>
          <PhotoChoice name={name} photo={person.photo} />
          <Facts
            facts={[
              [t('field.realName'), person.name || t('value.notSet')],
              [t('field.account'), account],
              [
                t('field.auth'),
                <span key="auth" className={style.state}>
                  <Badge {...PERSON_AUTH_BADGES[auth]}>{t(`auth.${personLabel(auth)}`)}</Badge>
                  <LinkButton kind="text" to="/auth/person?currentComp=AuthInit">
                    {t(auth === 'AUTH' ? 'action.redo' : 'action.verify')}
                  </LinkButton>
                </span>,
              ],
            ]}
          />
        </div>
      </Panel>
      <Panel title={t('info.security')}>
        <ul className={style.rows}>
          <Row label={t('field.password')} value={t('value.hidden')}>
            {change(t('action.change'), 'password')}
          </Row>
          <Row label={t('field.mobile')} value={hasNumber ? mobile : t('value.noMobile')} number={hasNumber}>
            {change(t(hasNumber ? 'action.change' : 'action.bind'), 'mobile')}
          </Row>
          <Row label={t('field.mail')} value={mail || t('value.notSet')}>
            {change(t(mail ? 'action.change' : 'action.bind'), 'mail')}
          </Row>
        </ul>
      </Panel>
      <Panel title={t('info.signing')}>
        <ul className={style.rows}>
          <Row
            label={t('field.signPassword')}
            value={person.hasSignPassword ? t('value.set') : t('value.signPasswordHint')}
          >
            {person.hasSignPassword ? (
              <>
                {change(t('action.change'), 'signChange')}
                {change(t('action.reset'), 'signReset')}
              </>
            ) : (
              change(t('action.set'), 'signSet')
            )}
          </Row>
        </ul>
        {passkeys}
        {ukeys}
      </Panel>
      <Panel title={t('info.sessions')}>{sessions}</Panel>
      <Panel title={t('info.close')}>
        <div className={style.closing}>
          <p className={style.soft}>{t('info.closeText')}</p>
          <Button kind="danger" onClick={() => setOpen('close')}>
            {t('action.close')}
          </Button>
        </div>
      </Panel>
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'mobile' && <MobileDialog current={mobile} onClose={close} />}
      {open === 'mail' && <MailDialog current={mobile} onClose={close} />}
      {open === 'signSet' && <SignPasswordDialog way="set" onClose={close} />}
      {open === 'signChange' && <SignPasswordDialog way="change" onClose={close} />}
      {open === 'signReset' && <SignPasswordDialog way="reset" onClose={close} />}
      {open === 'close' && <CloseDialog name={name} mobile={mobile} onClose={() => setOpen(undefined)} />}
    </>,
  );
}

type RowProps = { label: string; value: string; number?: boolean; children: ReactNode };

function Row({ label, value, number, children }: RowProps) {
  return (
    <li className={style.row}>
      <strong>{label}</strong>
      <span className={number ? style.number : style.soft}>{value}</span>
      <div className={style.deeds}>{children}</div>
    </li>
  );
}
