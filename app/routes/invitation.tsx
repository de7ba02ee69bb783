import { useParams, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EnterByInvitation } from '../features/identity/enter-by-invitation.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { InvitationLink } from '../features/invitation/invitation-link.tsx';
import { noTraces } from '../wire/no-traces.ts';

export const handle = { ns: ['invitation', 'identity', 'register', 'error'], title: 'invitation:title' };

export const headers = noTraces;

/** /i/:code, opened by the link in a message about a contract. */
export default function Invitation() {
  const { t } = useTranslation('invitation');
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  return (
    <WayIn title={t('title')}>
      <InvitationLink
        key={code}
        code={code}
        endsReminders={search.get('reminders') === 'off'}
        enter={(mobile, onEntered) => <EnterByInvitation code={code} mobile={mobile} onEntered={onEntered} />}
      />
    </WayIn>
  );
}
