import { useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ERROR_CODES } from '#core/errors.ts';
import { invitationPath } from '#core/invitation/code.ts';
import { isClientError } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { leaveSession } from '../../shell/by-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { EndReminders } from './end-reminders.tsx';
import { companyPageFor, type Invitation, pageFor, useInvitation } from './use-invitation.ts';

type CodeOf<Name extends keyof typeof ERROR_CODES> = (typeof ERROR_CODES)[Name];
// The codes are repeated here, checked by their types, so that this page need not load the error catalogue.
const NOT_THERE: readonly number[] = [404312, 400000] satisfies [
  CodeOf<'INVITATION_UNKNOWN'>,
  CodeOf<'INPUT_INVALID'>,
];

interface Props {
  code: string;
  /** Whether it was followed to end reminders: nobody is led on then. */
  endsReminders: boolean;
  /** Asks whoever is not signed in to prove that they are the recipient. */
  enter: (mobile: string, onEntered: () => void) => ReactNode;
}

/** What the link of a message leads to, and the way there: in the order in which its recipient asks. */
export function InvitationLink({ code, endsReminders, enter }: Props) {
  const { t } = useTranslation(['invitation', 'error']);
  const { data, error, again } = useInvitation(code);
  const toLogin = <LinkButton to="/login">{t('toLogin')}</LinkButton>;
  if (isClientError(error) && NOT_THERE.includes(error.code))
    return (
      <EmptyState icon="warning" title={t('unknown.title')} actions={toLogin}>
        {t('unknown.text')}
      </EmptyState>
    );
  if (error) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <LoadingState />;
  if (data.state === 'CHANGED')
    return (
      <EmptyState icon="users" title={t('changed.title')} actions={toLogin}>
        {t('changed.text')}
      </EmptyState>
    );
  const isOver = data.state !== 'OPEN' && data.state !== 'COMPLETED';
  return (
    <>
      <p>{t(sentence(data), { initiator: data.initiator, enterprise: data.enterprise })}</p>
      <Facts
        facts={[
          [t('task'), data.taskName],
          [t('from'), data.initiator],
          [t('extent'), t('pages', { files: data.files, pages: data.pages })],
          data.state === 'OPEN' && !data.isCopy && [t('deadline'), formatDateTime(data.deadline)],
          [t('recipient'), data.mobile],
        ]}
      />
      {endsReminders && <EndReminders code={code} />}
      {isOver && <Notice>{t(`over.${data.state}`)}</Notice>}
      {endsReminders ? (
        <LinkButton to={invitationPath(code)} size="large" wide>
          {t('look')}
        </LinkButton>
      ) : data.target ? (
        <Onward target={data.target} enterprise={data.enterprise} waits={isOver} onFailed={again} />
      ) : data.reader === 'OTHER_NAME' ? (
        <Notice tone="warning">{t('otherName')}</Notice>
      ) : data.reader === 'OTHER' ? (
        <Other mobile={data.mobile} onLeft={again} />
      ) : isOver ? (
        toLogin
      ) : (
        enter(data.mobile, again)
      )}
      {!endsReminders && data.state === 'OPEN' && !data.isCopy && data.reader === 'NOBODY' && (
        <LinkButton to={`${invitationPath(code)}?reminders=off`} kind="quiet" wide>
          {t('reminders.end')}
        </LinkButton>
      )}
    </>
  );
}

const sentence = ({ state, isCopy, enterprise }: Invitation) =>
  isCopy
    ? 'sentence.COPY'
    : state === 'OPEN'
      ? enterprise
        ? 'sentence.ENTERPRISE'
        : 'sentence.PERSON'
      : 'sentence.OVER';

/**
 * Leads the recipient on: at once, unless the contract is over, or the enterprise that they act for is not verified yet, so
 * that they can look at the contract and have the enterprise verified.
 */
function Onward({
  target,
  enterprise,
  waits,
  onFailed,
}: {
  target: NonNullable<Invitation['target']>;
  enterprise: string;
  waits: boolean;
  onFailed: () => void;
}) {
  const { t } = useTranslation('invitation');
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const lacksEnterprise = target.lacks === 'ENTERPRISE';
  const lacksMember = target.lacks === 'MEMBER';
  const stays = waits || lacksEnterprise || lacksMember;
  useEffect(() => {
    if (stays) return;
    let left = false;
    pageFor(target).then(
      (page) => left || navigate(page, { replace: true, state: { realName: target.userName } }),
      (error: unknown) => left || setFailure(error),
    );
    return () => {
      left = true;
    };
  }, [stays, target, navigate]);
  if (failure) return <ErrorState error={failure} onRetry={onFailed} />;
  if (!stays) return <LoadingState label={t('going')} />;
  if (lacksMember)
    return (
      <>
        <Notice tone="warning">{t('joinFirst', { enterprise })}</Notice>
        <LinkButton to="/account/myBusiness?active=2" kind="primary" size="large" wide>
          {t('join')}
        </LinkButton>
      </>
    );
  const look = async () => navigate(await pageFor({ ...target, signs: false, lacks: '' }));
  const verify = async () => navigate(await companyPageFor(target), { state: { realName: target.userName } });
  return (
    <>
      {lacksEnterprise && !waits && <Notice tone="warning">{t('verifyFirst', { enterprise })}</Notice>}
      {lacksEnterprise && !waits && (
        <Button kind="primary" size="large" wide onClick={() => void verify().catch(setFailure)}>
          {t('verify')}
        </Button>
      )}
      <Button size="large" wide onClick={() => void look().catch(setFailure)}>
        {t('look')}
      </Button>
    </>
  );
}

/** Somebody else is signed in here: says so, and offers to enter as the recipient. */
function Other({ mobile, onLeft }: { mobile: string; onLeft: () => void }) {
  const { t } = useTranslation('invitation');
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await leaveSession();
    onLeft();
  };
  return (
    <>
      <Notice tone="warning">{t('other', { mobile })}</Notice>
      <Button kind="primary" size="large" wide pending={pending} onClick={() => void leave()}>
        {t('switch', { mobile })}
      </Button>
      <LinkButton to="/home" size="large" wide>
        {t('stay')}
      </LinkButton>
    </>
  );
}
