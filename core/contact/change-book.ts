import type { Doc } from 'yjs';
import type { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { contactsOf, putContact, putGroup, readContacts, readGroups, removeContacts } from './book.ts';
import { type ContactFacts, contactRules, EMPTY_CONTACT } from './contact.ts';
import type { BookAnswer, BookChange, contactPage, contactQuery } from './program-book.ts';
import { searchContacts } from './search.ts';

/** A page of the contacts, in the order of their keys. */
export function listFromBook(doc: Doc, query: z.output<typeof contactQuery>): z.output<typeof contactPage> {
  const names = new Map(readGroups(doc).map(({ groupId, name }) => [groupId, name]));
  const groupsOf = (groups: readonly string[]) => groups.flatMap((group) => names.get(group) ?? []);
  const found = searchContacts(readContacts(doc), query.name ?? '', () => null).filter(
    ({ groups }) => query.groupName === undefined || groupsOf(groups).includes(query.groupName),
  );
  const below = found
    .filter(({ contactId }) => query.after === undefined || contactId > query.after)
    .sort((a, b) => (a.contactId < b.contactId ? -1 : 1));
  return {
    records: below
      .slice(0, query.size)
      .map(({ idType: _, idNumber: __, groups, ...facts }) => ({ ...facts, groups: groupsOf(groups) })),
    total: found.length,
  };
}

/** Changes a book in one transaction, or says why not. */
export function changeBook(doc: Doc, change: BookChange): BookAnswer {
  return change.act === 'save' ? saveIntoBook(doc, change.contacts) : removeFromBook(doc, change.contactIds);
}

function removeFromBook(doc: Doc, contactIds: readonly string[]): BookAnswer {
  const problems = contactIds.flatMap((contactId, i) =>
    contactsOf(doc).has(contactId) ? [] : [{ path: `contactIds.${i}`, problem: 'notFound' }],
  );
  if (problems.length > 0) return { changed: 0, problems, full: false };
  removeContacts(doc, contactIds);
  return { changed: contactIds.length, problems: [], full: false };
}

function saveIntoBook(doc: Doc, contacts: Extract<BookChange, { act: 'save' }>['contacts']): BookAnswer {
  const known = new Map(readContacts(doc).map((contact) => [contact.contactId, contact]));
  const problems: BookAnswer['problems'] = [];
  const facts = contacts.map(({ contactId, isNew, groups: _, ...change }, i): ContactFacts | null => {
    const before = known.get(contactId);
    if (!before && !isNew) {
      problems.push({ path: `contacts.${i}.contactId`, problem: 'notFound' });
      return null;
    }
    const { data, error } = contactRules.safeParse({ ...(before ?? EMPTY_CONTACT), ...change });
    for (const issue of error?.issues ?? [])
      problems.push({ path: [`contacts.${i}`, ...issue.path].join('.'), problem: problemOf(issue) });
    return data ?? null;
  });
  const groups = new Map(readGroups(doc).map(({ groupId, name }) => [name, groupId]));
  const made = new Set(contacts.flatMap((one) => one.groups ?? []).filter((name) => !groups.has(name)));
  const added = new Set(contacts.flatMap(({ contactId }) => (known.has(contactId) ? [] : [contactId])));
  const full = known.size + added.size > LIMITS.contacts || groups.size + made.size > LIMITS.contactGroups;
  if (problems.length > 0 || full) return { changed: 0, problems, full };
  doc.transact(() => {
    for (const name of made) {
      const groupId = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
      groups.set(name, groupId);
      putGroup(doc, groupId, name);
    }
    for (const [i, { contactId, groups: names }] of contacts.entries())
      putContact(doc, contactId, {
        ...facts[i]!,
        ...(names ? { groups: names.map((name) => groups.get(name)!) } : {}),
      });
  });
  return { changed: contacts.length, problems: [], full: false };
}

const problemOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.problem === 'string' ? issue.params.problem : issue.code;
