import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personWording } from '#core/realname/states.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { WORDING_BADGES } from './badges.ts';
import { useContractBehind } from './contract-behind.ts';
import { FaceStep } from './face-step.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonOngoing } from './person-ongoing.tsx';
import style from './realname.module.css';
import { Screen } from './screen.tsx';
import { usePerson } from './use-person.ts';

/** /auth/person and /single/auth/person ([2.11]): currentComp selects the form or the QR code for the phone. */
export function AuthPersonPage() {
  const { t } = useTranslation('realname');
  const [params] = useSearchParams();
  const person = usePerson();
  const [again, setAgain] = useState(false);
  // The contract whose recipient is led here, and goes on there.
  const behind = useContractBehind();
  const transId = params.get('transId') ?? '';
  const faces = params.get('currentComp') === 'AuthH5' && transId !== '';
  const info = person.data;
  const wording = info && personWording(info.authStatus);
  return (
    <Screen back>
      <div className={style.title}>
        <h1>{t('person.title')}</h1>
        {wording && <Badge {...WORDING_BADGES[wording]}>{t(`wording.${wording}`)}</Badge>}
      </div>
      {behind && wording !== 'VERIFIED' && (
        <Notice
          actions={
            <LinkButton size="small" to={`/contract/preview?planId=${behind.taskId}`}>
              {t('person.readFirst')}
            </LinkButton>
          }
        >
          {t(behind.forEnterprise ? 'person.forEnterprise' : 'person.forContract')}
        </Notice>
      )}
      {behind && wording === 'VERIFIED' && (
        <LinkButton to={behind.next} kind="primary">
          {t(behind.forEnterprise ? 'person.toEnterprise' : 'person.toContract')}
        </LinkButton>
      )}
      {info?.authStatus === 'REVOKE' && <Notice tone="warning">{t('person.revoked')}</Notice>}
      <section className={style.card} aria-label={t('person.title')}>
        {faces ? (
          <FaceStep transId={transId} />
        ) : !info ? (
          person.error ? (
            <ErrorState error={person.error} onRetry={() => void person.refetch()} />
          ) : (
            <LoadingState />
          )
        ) : wording === 'VERIFYING' || wording === 'VERIFYING_AGAIN' ? (
          <PersonOngoing info={info} />
        ) : wording === 'VERIFIED' && !again ? (
          <>
            <PersonFacts info={info} />
            <div className={style.row}>
              <Button icon="refresh" onClick={() => setAgain(true)}>
                {t('person.again')}
              </Button>
            </div>
          </>
        ) : (
          <PersonForm info={info} />
        )}
      </section>
    </Screen>
  );
}
