import { AccountInfo } from '../features/account/account-info.tsx';
import { PasskeySection } from '../features/account/passkey-section.tsx';
import { UkeySection } from '../features/account/ukey-section.tsx';
import { SessionsList } from '../features/identity/sessions-list.tsx';

export const handle = {
  ns: ['account', 'agent', 'passkey', 'sessions', 'error', 'rule'],
  title: 'account:info.title',
};

/** The account's data, its passkeys, its UKeys and its sessions ([2.20]). */
export default function Info() {
  return <AccountInfo passkeys={<PasskeySection />} ukeys={<UkeySection />} sessions={<SessionsList />} />;
}
