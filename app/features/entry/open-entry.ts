import { enterEntryRoom } from '#core/employee/entry-calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { call, isClientError } from '../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../../parts/room/open-room.ts';

/** The form's values by item: texts; for pictures the id, or until uploaded the key on the device. */
export const valuesIn = (open: Pick<OpenRoom, 'doc'>) => open.doc.getMap<string>('values');

const storeOf = (newcomerId: string, accountId: string) => `signet-newcomer:${newcomerId}:${accountId}`;

/**
 * Opens the draft of the person's own form: at once from the device, connected to the room once online. Deletes the
 * local copy if the form was completed or cancelled.
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

/** Deletes the local draft of a form that has ended. */
export const dropDraft = (newcomerId: string, accountId: string): void =>
  void window.indexedDB.deleteDatabase(storeOf(newcomerId, accountId));

/** Prefix of the value of a picture that is not uploaded yet; its key follows. */
const DEVICE = 'device:';
export const waitingValue = (key: string): string => DEVICE + key;
/** The key of a picture not uploaded yet; undefined for other values. */
export const waitingKey = (value: string): string | undefined =>
  value.startsWith(DEVICE) ? value.slice(DEVICE.length) : undefined;
