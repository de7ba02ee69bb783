/**
 * The address book of an owner is a Yjs document `contacts:{owner}`. `contacts` maps random keys to maps of a contact's
 * facts without empty ones; the fact `in:{group}` marks membership in a group. `groups` maps random keys to maps of
 * name and position. Concurrent edits therefore merge if they change different facts of a contact, put it into
 * different groups, or add contacts.
 */
import * as Y from 'yjs';
import {
  CONTACT_FIELDS,
  type Contact,
  type ContactFacts,
  type ContactGroup,
  EMPTY_CONTACT,
  groupName,
  readContactFacts,
} from './contact.ts';

const IN = 'in:';
/** Contacts per update of the document; larger updates would have to be split for the transport. */
const AT_ONCE = 1_000;

export const contactsOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('contacts');
export const groupsOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('groups');

/** Parses a row of the document; null if it is invalid, because other clients may have written anything. */
function readRow(contactId: string, row: Y.Map<unknown>): Contact | null {
  const stored = row.toJSON();
  const facts = readContactFacts({ ...EMPTY_CONTACT, ...stored });
  if (!facts) return null;
  const groups = Object.keys(stored).flatMap((key) => (key.startsWith(IN) ? [key.slice(IN.length)] : []));
  return { ...facts, contactId, groups };
}

/** The groups in order. */
export const readGroups = (doc: Y.Doc): ContactGroup[] =>
  [...groupsOf(doc).entries()]
    .flatMap(([groupId, row]) => {
      const name = groupName.safeParse(row.get('name')).data;
      return name === undefined ? [] : [{ groupId, name, position: Number(row.get('position') ?? 0) }];
    })
    .sort((a, b) => a.position - b.position || (a.groupId < b.groupId ? -1 : 1));

/** All contacts, unordered. */
export const readContacts = (doc: Y.Doc): Contact[] =>
  [...contactsOf(doc).entries()].flatMap(([key, row]) => readRow(key, row) ?? []);

/**
 * Observes the contacts of a document. Calls `changed` with all contacts by key immediately and after each change, and
 * parses only the changed rows again. Returns a function that stops observing.
 */
export function followContacts(
  doc: Y.Doc,
  changed: (contacts: ReadonlyMap<string, Contact>) => void,
): () => void {
  const rows = contactsOf(doc);
  let known = new Map(readContacts(doc).map((contact) => [contact.contactId, contact]));
  const look = (events: Y.YEvent<Y.Map<unknown>>[]) => {
    const keys = new Set(
      events.flatMap(({ path, keys: own }) => (path.length > 0 ? [String(path[0])] : [...own.keys()])),
    );
    known = new Map(known);
    for (const key of keys) {
      const row = rows.get(key);
      const contact = row && readRow(key, row);
      if (contact) known.set(key, contact);
      else known.delete(key);
    }
    changed(known);
  };
  rows.observeDeep(look as Parameters<typeof rows.observeDeep>[0]);
  changed(known);
  return () => rows.unobserveDeep(look as Parameters<typeof rows.observeDeep>[0]);
}

/** Adds a contact, or updates the facts of an existing one; unchanged facts are not written. */
export function putContact(
  doc: Y.Doc,
  contactId: string,
  { groups, ...facts }: Partial<ContactFacts> & { groups?: readonly string[] },
): void {
  doc.transact(() => {
    const rows = contactsOf(doc);
    const row = rows.get(contactId) ?? rows.set(contactId, new Y.Map());
    for (const field of CONTACT_FIELDS) {
      const value = facts[field];
      if (value === undefined) continue;
      if (value === '') row.delete(field);
      else if (row.get(field) !== value) row.set(field, value);
    }
    if (!groups) return;
    for (const key of [...row.keys()])
      if (key.startsWith(IN) && !groups.includes(key.slice(IN.length))) row.delete(key);
    for (const group of groups) if (!row.has(IN + group)) row.set(IN + group, true);
  });
}

/** Adds many contacts in updates that are small enough for the transport. */
export function putContacts(
  doc: Y.Doc,
  contacts: readonly (ContactFacts & { contactId: string; groups?: readonly string[] })[],
): void {
  for (let at = 0; at < contacts.length; at += AT_ONCE)
    doc.transact(() => {
      for (const { contactId, ...facts } of contacts.slice(at, at + AT_ONCE))
        putContact(doc, contactId, facts);
    });
}

export function removeContacts(doc: Y.Doc, contactIds: readonly string[]): void {
  doc.transact(() => {
    for (const contactId of contactIds) contactsOf(doc).delete(contactId);
  });
}

/** Adds contacts to a group, or removes them from it. */
export function placeInGroup(
  doc: Y.Doc,
  groupId: string,
  contactIds: readonly string[],
  isIn: boolean,
): void {
  doc.transact(() => {
    for (const contactId of contactIds) {
      const row = contactsOf(doc).get(contactId);
      if (!row || row.has(IN + groupId) === isIn) continue;
      if (isIn) row.set(IN + groupId, true);
      else row.delete(IN + groupId);
    }
  });
}

/** Adds a group at the end, or renames an existing one. */
export function putGroup(doc: Y.Doc, groupId: string, name: string): void {
  doc.transact(() => {
    const row = groupsOf(doc).get(groupId);
    if (row) {
      if (row.get('name') !== name) row.set('name', name);
      return;
    }
    const added = groupsOf(doc).set(groupId, new Y.Map());
    added.set('name', name);
    added.set('position', Math.max(0, ...readGroups(doc).map(({ position }) => position)) + 1);
  });
}

/** Removes a group but not its contacts. */
export function removeGroup(doc: Y.Doc, groupId: string): void {
  doc.transact(() => {
    groupsOf(doc).delete(groupId);
    for (const row of contactsOf(doc).values()) if (row.has(IN + groupId)) row.delete(IN + groupId);
  });
}

/** Moves a group one position up (-1) or down (1). */
export function moveGroup(doc: Y.Doc, groupId: string, by: -1 | 1): void {
  const groups = readGroups(doc);
  const at = groups.findIndex((group) => group.groupId === groupId);
  const other = groups[at + by];
  const own = groups[at];
  if (!own || !other) return;
  const beyond = groups[at + 2 * by];
  const position = beyond ? (other.position + beyond.position) / 2 : other.position + by;
  doc.transact(() => groupsOf(doc).get(groupId)?.set('position', position));
}
