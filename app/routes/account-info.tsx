import { AccountInfo } from '../features/account/account-info.tsx';
import { UkeySection } from '../features/account/ukey-section.tsx';
import { SessionsList } from '../features/identity/sessions-list.tsx';

export const handle = { ns: ['account', 'agent', 'sessions', 'error', 'rule'], title: 'account:info.title' };

/** The account's data, its UKeys and its sessions ([2.20]). */
export default function Info() {
  return <AccountInfo ukeys={<UkeySection />} sessions={<SessionsList />} />;
}
