import { openBook } from '#core/contact/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { ownerRoomId } from '#core/sync/owner-room.ts';
import { call, isClientError } from '../../call.ts';
import { type OpenRoom, openRoom, type Peer } from '../room/open-room.ts';

/**
 * Opens the address book of an owner: from the device at once, shared with colleagues once online. If the identity may
 * no longer see it, the local copy is deleted.
 */
export function openAddressBook(ownerKey: string, me: Peer): OpenRoom {
  const open: OpenRoom = openRoom({
    room: `contacts:${ownerRoomId(ownerKey)}`,
    // per account: colleagues who share a browser may have different rights
    store: `signet-contacts:${ownerKey}:${me.id}`,
    me,
    ticket: async () => {
      try {
        return await call(openBook, {});
      } catch (error) {
        if (isClientError(error) && error.code === ERROR_CODES.NO_PERMISSION) await open.forget();
        throw error;
      }
    },
    undoable: (doc) => [doc.getMap('contacts'), doc.getMap('groups')],
  });
  return open;
}
