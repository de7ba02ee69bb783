import { useTranslation } from 'react-i18next';
import type { EntryState, SigningLinkState } from '#core/signinglink/calls.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';

const LINK: Record<SigningLinkState, StateBadge> = {
  OPEN: { tone: 'success', icon: 'success' },
  STOPPED: { tone: 'neutral', icon: 'pause' },
  ENDED: { tone: 'neutral', icon: 'clock' },
  FULL: { tone: 'info', icon: 'check' },
};
const ENTRY: Record<EntryState, StateBadge> = {
  PENDING: { tone: 'warning', icon: 'hourglass' },
  SENT: { tone: 'success', icon: 'check' },
  DECLINED: { tone: 'neutral', icon: 'ban' },
};

/** Whether a signing link takes people. */
export function LinkState({ state }: { state: SigningLinkState }) {
  const { t } = useTranslation('signinglink');
  return <Badge {...LINK[state]}>{t(`state.${state}`)}</Badge>;
}

/** What became of somebody who came by a link. */
export function EntryStateBadge({ state }: { state: EntryState }) {
  const { t } = useTranslation('signinglink');
  return <Badge {...ENTRY[state]}>{t(`entryState.${state}`)}</Badge>;
}
