import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSyncTicket } from '#core/task/draft-calls.ts';
import { call } from '../call.ts';
import { staleAfter } from '../query.ts';
import { useSession } from '../session/session-store.ts';

/** Where no event comes through, a list is read again after this many ms. */
const POLL_MS = 20_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Events that come together are one reading, and a run of them is not more than one in this time. */
const GATHER_MS = 150;
const EVERY_MS = 2_000;

/**
 * Reads tasks and notices anew when the room of the identity's events says that a task changed. Returns the interval at
 * which a list reads by itself: false while the room is connected.
 */
export function useTaskEvents(): number | false {
  const client = useQueryClient();
  const me = useSession((s) => s.activeUser);
  const [connected, setConnected] = useState(false);
  const room = me && `events:${me.type === 'ent' ? 'E' : 'P'}-${me.id}`;

  useEffect(() => {
    if (!room) return;
    let left = false;
    let retry = FIRST_RETRY_MS;
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let last = 0;

    const readAnew = () => {
      if (gather) return;
      gather = setTimeout(
        () => {
          gather = undefined;
          last = Date.now();
          void client.invalidateQueries(staleAfter('task', 'notice'));
        },
        Math.max(GATHER_MS, last + EVERY_MS - Date.now()),
      );
    };
    const later = () => {
      setConnected(false);
      if (left) return;
      timer = setTimeout(join, retry);
      retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    };
    async function join() {
      try {
        const { token } = await call(getSyncTicket, { room: room! });
        if (left) return;
        const protocol = window.location.protocol === 'https:' ? 'wss' : 'ws';
        const again = retry > FIRST_RETRY_MS;
        socket = new WebSocket(
          `${protocol}://${window.location.host}/sync/${room}?token=${encodeURIComponent(token)}`,
        );
        socket.onopen = () => {
          retry = FIRST_RETRY_MS;
          setConnected(true);
          // What happened while the room was away came to nobody. What happened since this page was opened the room tells.
          if (again) readAnew();
        };
        socket.onmessage = readAnew;
        socket.onclose = later;
      } catch {
        later();
      }
    }
    const onOnline = () => {
      if (socket?.readyState === WebSocket.OPEN) return;
      clearTimeout(timer);
      retry = FIRST_RETRY_MS * 2;
      void join();
    };
    void join();
    window.addEventListener('online', onOnline);
    return () => {
      left = true;
      clearTimeout(timer);
      clearTimeout(gather);
      window.removeEventListener('online', onOnline);
      socket?.close();
    };
  }, [room, client]);

  return connected ? false : POLL_MS;
}
