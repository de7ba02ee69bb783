import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { renew, staleAfter } from '../query.ts';
import { useSession } from '../session/session-store.ts';
import { joinEvents } from './join-events.ts';

/** Refetch interval of lists while the room is not connected, ms. */
const POLL_MS = 20_000;
/** Events within `GATHER_MS` cause a single refetch; at most one refetch happens per `EVERY_MS`. */
const GATHER_MS = 150;
const EVERY_MS = 2_000;

/**
 * Refetches tasks, approvals and notices when the room of the identity's events reports a change. Returns the interval at which lists
 * poll: false while the room is connected.
 */
export function useTaskEvents(): number | false {
  const client = useQueryClient();
  const me = useSession((s) => s.activeUser);
  const [connected, setConnected] = useState(false);
  const room = me && `events:${me.type === 'ent' ? 'E' : 'P'}-${me.id}`;

  useEffect(() => {
    if (!room) return;
    let gather: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const refetch = () => {
      if (gather) return;
      gather = setTimeout(
        () => {
          gather = undefined;
          last = Date.now();
          void renew(client, staleAfter('task', 'approval', 'notice'));
        },
        Math.max(GATHER_MS, last + EVERY_MS - Date.now()),
      );
    };
    const leave = joinEvents(room, {
      onEvent: refetch,
      onOpen: (again) => {
        setConnected(true);
        // The room repeats recent events to a new connection; only those during an interruption are missed.
        if (again) refetch();
      },
      onClose: () => setConnected(false),
    });
    return () => {
      clearTimeout(gather);
      leave();
    };
  }, [room, client]);

  return connected ? false : POLL_MS;
}
