import { useEffect, useRef, useState } from 'react';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { call } from '../call.ts';
import { useSession } from '../session/session-store.ts';

/**
 * Calls `onEvent` when the room of the person's own events says that `event` happened. Returns whether the room is
 * connected: while it is not, somebody has to ask by themself.
 */
export function useOwnEvents(event: string, onEvent: () => void): boolean {
  const userId = useSession((s) => s.loginUser?.userId);
  const [connected, setConnected] = useState(false);
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (!userId) return;
    const room = `events:P-${userId}`;
    let socket: WebSocket | undefined;
    let left = false;
    call(getSyncTicket, { room }).then(
      ({ token }) => {
        if (left) return;
        const protocol = window.location.protocol === 'https:' ? 'wss' : 'ws';
        const address = `${protocol}://${window.location.host}/sync/${room}?token=${encodeURIComponent(token)}`;
        socket = new WebSocket(address);
        socket.onopen = () => {
          setConnected(true);
          // What happened before the room was entered came to nobody.
          latest.current();
        };
        socket.onmessage = ({ data }) => {
          if (typeof data === 'string' && data.includes(event)) latest.current();
        };
        socket.onclose = () => setConnected(false);
      },
      () => undefined,
    );
    return () => {
      left = true;
      socket?.close();
    };
  }, [userId, event]);
  return connected;
}
