import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { keepsOnDevice } from './keeps-on-device.ts';
import type { RoomStatus } from './open-room.ts';
import style from './room.module.css';

/** "Saved on this device · synced at 14:05", and who else has the document open. */
export function SaveStatus({ status }: { status: RoomStatus }) {
  const { t } = useTranslation('ui');
  const time = formatDateTime(status.syncedAt).slice(11);
  return (
    <span className={style.saved} role="status">
      <Icon name={status.connected ? 'success' : 'offline'} size={14} />
      {keepsOnDevice() && `${t('room.kept')} · `}
      {status.connected
        ? t('room.synced', { time })
        : status.syncedAt
          ? t('room.syncedLast', { time })
          : t('room.notSynced')}
      {status.peers.length > 0 && (
        <span
          className={style.peers}
          role="group"
          aria-label={t('room.peers', { names: status.peers.map((p) => p.name).join('、') })}
        >
          {status.peers.slice(0, 5).map((peer) => (
            <span key={peer.id} title={peer.name}>
              <Avatar name={peer.name} size={24} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
