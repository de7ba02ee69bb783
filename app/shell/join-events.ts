import { getSyncTicket } from '#core/task/draft-calls.ts';
import { call } from '../call.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

interface Listener {
  /** Called with each event's text, and whenever the connection opens or closes. */
  onEvent: (data: unknown) => void;
  /** `again`: the connection was lost before, so events in between were missed. */
  onOpen: (again: boolean) => void;
  onClose: () => void;
}

/**
 * Joins an events room (`events:P-…` or `events:E-…`) and reconnects with exponential back-off, at once when the network
 * returns. Returns a function that leaves the room.
 */
export function joinEvents(room: string, { onEvent, onOpen, onClose }: Listener): () => void {
  let left = false;
  let retry = FIRST_RETRY_MS;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = () => {
    if (left) return;
    onClose();
    timer = setTimeout(join, retry);
    retry = Math.min(retry * 2, LONGEST_RETRY_MS);
  };
  async function join() {
    try {
      const { token } = await call(getSyncTicket, { room });
      if (left) return;
      const protocol = window.location.protocol === 'https:' ? 'wss' : 'ws';
      const again = retry > FIRST_RETRY_MS;
      socket = new WebSocket(
        `${protocol}://${window.location.host}/sync/${room}?token=${encodeURIComponent(token)}`,
      );
      socket.onopen = () => {
        retry = FIRST_RETRY_MS;
        onOpen(again);
      };
      socket.onmessage = ({ data }) => onEvent(data);
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
    window.removeEventListener('online', onOnline);
    socket?.close();
  };
}
