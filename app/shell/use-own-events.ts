import { useEffect, useRef, useState } from 'react';
import { useSession } from '../session/session-store.ts';
import { joinEvents } from './join-events.ts';

/**
 * Calls `onEvent` when the user's own event room reports `event`, and after each connection, as earlier events were
 * missed. Returns whether the room is connected; if it is not, the caller has to poll.
 */
export function useOwnEvents(event: string, onEvent: () => void): boolean {
  const userId = useSession((s) => s.loginUser?.userId);
  const [connected, setConnected] = useState(false);
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (!userId) return;
    return joinEvents(`events:P-${userId}`, {
      onEvent: (data) => {
        if (typeof data === 'string' && data.includes(event)) latest.current();
      },
      onOpen: () => {
        setConnected(true);
        latest.current();
      },
      onClose: () => setConnected(false),
    });
  }, [userId, event]);
  return connected;
}
