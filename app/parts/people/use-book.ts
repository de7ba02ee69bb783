import { useEffect, useMemo, useState } from 'react';
import { bookAccess } from '#core/contact/access.ts';
import { followContacts, groupsOf, readGroups } from '#core/contact/book.ts';
import type { Contact, ContactGroup } from '#core/contact/contact.ts';
import { useSession } from '../../session/session-store.ts';
import type { OpenRoom, RoomStatus } from '../room/open-room.ts';
import { useRoom } from '../room/use-room.ts';
import { openAddressBook } from './open-book.ts';

export interface UsedBook {
  open: OpenRoom;
  status: RoomStatus;
  /** In the order of their names. */
  contacts: readonly Contact[];
  groups: readonly ContactGroup[];
  mayEdit: boolean;
}

/** The identity's access to the address book of the current owner; null for no access. */
export function useBookAccess(): 'read' | 'write' | null {
  const active = useSession((s) => s.activeUser);
  const roles = useSession((s) => s.permissions);
  return bookAccess(active?.type === 'ent' ? active.id : '', roles ?? []);
}

/** The address book of the current owner as a React hook: undefined until the local copy is loaded. */
export function useBook(): UsedBook | undefined {
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const mayEdit = useBookAccess() === 'write';
  const me = { id: login?.userId ?? '', name: login?.name ?? '' };
  const ownerKey = `${active?.type === 'ent' ? 'E' : 'P'}:${active?.id ?? ''}`;
  const used = useRoom(JSON.stringify([ownerKey, me.id, me.name]), () => openAddressBook(ownerKey, me));
  const doc = used?.open.doc;
  const [contacts, setContacts] = useState<readonly Contact[]>();
  const [groups, setGroups] = useState<readonly ContactGroup[]>([]);
  useEffect(() => {
    if (!doc) return;
    const { compare } = new Intl.Collator(['zh-CN', 'en']);
    let order: readonly Contact[] = [];
    const leaveContacts = followContacts(doc, (known) => {
      // the existing order is kept, except for changed contacts
      const inOrder = order.flatMap(({ contactId }) => known.get(contactId) ?? []);
      const keys = new Set(inOrder.map(({ contactId }) => contactId));
      const added = [...known.values()].filter(({ contactId }) => !keys.has(contactId));
      order = [...inOrder, ...added].sort(
        (a, b) => compare(a.name, b.name) || (a.contactId < b.contactId ? -1 : 1),
      );
      setContacts(order);
    });
    const rows = groupsOf(doc);
    const rereadGroups = () => setGroups(readGroups(doc));
    rows.observeDeep(rereadGroups);
    rereadGroups();
    return () => {
      leaveContacts();
      rows.unobserveDeep(rereadGroups);
      setContacts(undefined);
    };
  }, [doc]);
  return useMemo(
    () => (used && contacts ? { ...used, contacts, groups, mayEdit } : undefined),
    [used, contacts, groups, mayEdit],
  );
}
