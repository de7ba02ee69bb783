import { enterEntryRoom } from '#core/employee/entry-calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { call, isClientError } from '../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../../parts/room/open-room.ts';

/** The values of a form by item: texts, and of pictures their id or, until they were sent, their key on the device. */
export const valuesIn = (open: Pick<OpenRoom, 'doc'>) => open.doc.getMap<string>('values');

const storeOf = (newcomerId: string, accountId: string) => `signet-newcomer:${newcomerId}:${accountId}`;

/**
 * Opens the draft of one's own form: from the device at once, with the room as soon as there is a network. A form that was
 * completed or cancelled leaves the device.
 */
export function openEntry(newcomerId: string, me: Peer): OpenRoom {
  const open: OpenRoom = openRoom({
    room: `newcomer:${newcomerId}`,
    store: storeOf(newcomerId, me.id),
    me,
    ticket: async () => {
      try {
        return await call(enterEntryRoom, { newcomerId });
      } catch (error) {
        if (isClientError(error) && error.code === ERROR_CODES.NEWCOMER_CLOSED) await open.forget();
        throw error;
      }
    },
    undoable: (doc) => [doc.getMap('values')],
  });
  return open;
}

/** Takes the draft of a form that has ended off this device. */
export const dropDraft = (newcomerId: string, accountId: string): void =>
  void window.indexedDB.deleteDatabase(storeOf(newcomerId, accountId));

/** A picture that waits on the device is named by this and its key. */
const DEVICE = 'device:';
export const waitingValue = (key: string): string => DEVICE + key;
/** The key of a picture that waits on a device; undefined for anything else. */
export const waitingKey = (value: string): string | undefined =>
  value.startsWith(DEVICE) ? value.slice(DEVICE.length) : undefined;
