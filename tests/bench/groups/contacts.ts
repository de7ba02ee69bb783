/** An address book of 10,000 contacts: opened from the device's copy, and searched at each key. */
import { pinyin } from 'pinyin-pro';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { LIMITS } from '#core/config/limits.ts';
import { followContacts, putContact, putContacts } from '#core/contact/book.ts';
import type { Contact } from '#core/contact/contact.ts';
import { findDuplicates } from '#core/contact/duplicates.ts';
import type { Readings } from '#core/contact/match-name.ts';
import { searchContacts } from '#core/contact/search.ts';
import { manyContacts } from '../../fixtures/contacts.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'contacts';

const ROUNDS = 5;

export async function run(report: BenchReport): Promise<void> {
  const book = new Doc();
  putContacts(book, manyContacts(LIMITS.contacts));
  const kept = encodeStateAsUpdate(book);
  const row = { unit: 'ms', peer: null, theirs: null };
  const { compare } = new Intl.Collator(['zh-CN', 'en']);
  let contacts: Contact[] = [];
  const opened = timed(() => {
    const doc = new Doc();
    applyUpdate(doc, kept);
    followContacts(doc, (known) => {
      contacts = [...known.values()].sort((a, b) => compare(a.name, b.name));
    })();
  });
  report({ ...row, name: '10,000 contacts read from the device and put in order', ours: opened });

  const characters = new Map<string, string[]>();
  const names = new Map<string, Readings>();
  const read = (text: string): Readings => {
    let known = names.get(text);
    if (!known) {
      known = [...text].map((one) => {
        const readings =
          characters.get(one) ?? pinyin(one, { toneType: 'none', type: 'array', multiple: true });
        characters.set(one, readings);
        return readings;
      });
      names.set(text, known);
    }
    return known;
  };
  const began = performance.now();
  searchContacts(contacts, 'w', read);
  report({ ...row, name: 'first search by pinyin among 10,000 contacts', ours: performance.now() - began });
  for (const text of ['w', 'wangw', '1380000', '有限'])
    report({
      ...row,
      name: `search for “${text}” among 10,000 contacts`,
      ours: timed(() => searchContacts(contacts, text, read)),
    });
  report({
    ...row,
    name: 'duplicates found among 10,000 contacts',
    ours: timed(() => findDuplicates(contacts)),
  });

  let changes = 0;
  const leave = followContacts(book, () => {
    changes += 1;
  });
  const id = contacts[0]!.contactId;
  const change = timed(() => putContact(book, id, { note: `第 ${changes} 次` }));
  leave();
  report({ ...row, name: 'one of 10,000 contacts changed and read anew', ours: change });
}

/** Median ms of ROUNDS rounds. */
function timed(what: () => unknown): number {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const began = performance.now();
    what();
    times.push(performance.now() - began);
  }
  return median(times);
}
