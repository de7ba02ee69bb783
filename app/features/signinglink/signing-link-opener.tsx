import { useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveSession, signersPage } from '../../shell/by-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { errorText } from '../../wire/client-error.ts';
import { FillIn } from './fill-in.tsx';
import { type OpenerForm, type Opening, useOpening } from './use-opening.ts';

interface Props {
  code: string;
  /** Of the screen at a counter; empty without one. */
  counter: string;
  /** Asks a visitor to prove their number. */
  enter: (onEntered: (pass: string) => void) => ReactNode;
}

/** What a signing link is for, and the way to a signed contract: number, what is to be filled in, and on to sign. */
export function SigningLinkOpener({ code, counter, enter }: Props) {
  const { t } = useTranslation(['signinglink', 'error']);
  const { answer, again } = useOpening(code, counter);
  switch (answer.step) {
    case 'LOADING':
      return <LoadingState />;
    case 'FAILED':
      return <ErrorState error={answer.error} onRetry={() => again()} />;
    case 'UNKNOWN':
      return (
        <EmptyState icon="warning" title={t('unknown.title')}>
          {t('unknown.text')}
        </EmptyState>
      );
    case 'VISITOR':
      return (
        <>
          <About {...answer.opening} isOver={answer.opening.state !== 'OPEN'} />
          {answer.opening.state === 'OPEN' ? (
            enter(again)
          ) : (
            <>
              <Notice tone="warning">{t(`closed.${answer.opening.state}`)}</Notice>
              <LinkButton to="/login" size="large" wide>
                {t('toLogin')}
              </LinkButton>
            </>
          )}
        </>
      );
    case 'REFUSED':
      return (
        <>
          <About {...answer.opening} isOver />
          <Notice tone="warning">{errorText(answer.error, t)}</Notice>
          <OtherNumber onLeft={() => again()} wide />
        </>
      );
    case 'FORM':
      return <Entered code={code} form={answer.form} again={again} />;
  }
}

function About({
  initiator,
  taskName,
  approval,
  isOver = false,
}: Pick<Opening, 'initiator' | 'taskName' | 'approval'> & { isOver?: boolean }) {
  const { t } = useTranslation('signinglink');
  const sentence = isOver ? 'sentence.over' : approval ? 'sentence.approval' : 'sentence.plain';
  return (
    <>
      <p>{t(sentence, { initiator })}</p>
      <Facts
        facts={[
          [t('contract'), taskName],
          [t('from'), initiator],
        ]}
      />
    </>
  );
}

/** Whoever proved a number: fills in, waits, or is led on to what they have sent in. */
function Entered({ code, form, again }: { code: string; form: OpenerForm; again: () => void }) {
  const { t } = useTranslation('signinglink');
  const { mine } = form;
  const [leaves, setLeaves] = useState(false);
  if (leaves) return <Onward form={form} again={again} />;
  if (mine?.state === 'PENDING' || (mine?.state === 'SENT' && mine.planId === ''))
    return (
      <>
        <About {...form} isOver />
        <Notice tone="success">{t('waits', { initiator: form.initiator })}</Notice>
        <OtherNumber onLeft={() => again()} mobile={form.mobile} />
      </>
    );
  if (mine?.state === 'SENT' && !form.repeats) return <Onward form={form} again={again} />;
  return (
    <>
      <About {...form} />
      {mine?.state === 'DECLINED' && <Notice tone="warning">{t('declined')}</Notice>}
      {mine?.state === 'SENT' && (
        <Notice actions={<Button onClick={() => setLeaves(true)}>{t('toMine')}</Button>}>
          {t('hasMine')}
        </Notice>
      )}
      <FillIn code={code} form={form} />
      <OtherNumber onLeft={() => again()} mobile={form.mobile} />
    </>
  );
}

/** Leads on to the contract: at once where it is to be signed, otherwise with a button. */
function Onward({ form, again }: { form: OpenerForm; again: () => void }) {
  const { t } = useTranslation('signinglink');
  const navigate = useNavigate();
  const { mine } = form;
  const page = mine ? signersPage(mine.planId, mine.signs, mine.lacksName) : '';
  const goes = mine?.signs ?? false;
  useEffect(() => {
    if (goes) navigate(page, { replace: true });
  }, [goes, page, navigate]);
  if (goes) return <LoadingState label={t('going')} />;
  return (
    <>
      <About {...form} isOver />
      <Notice tone="success">{t('sent')}</Notice>
      <LinkButton to={page} kind="primary" size="large" wide>
        {t('look')}
      </LinkButton>
      <OtherNumber onLeft={() => again()} mobile={form.mobile} />
    </>
  );
}

/** Somebody else's number is proven in this browser, or one that the link does not take. */
function OtherNumber({ onLeft, mobile, wide }: { onLeft: () => void; mobile?: string; wide?: boolean }) {
  const { t } = useTranslation('signinglink');
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await leaveSession();
    onLeft();
  };
  return (
    <Button kind={wide ? 'plain' : 'text'} size="large" wide pending={pending} onClick={() => void leave()}>
      {mobile ? t('notYou', { mobile }) : t('otherNumber')}
    </Button>
  );
}
