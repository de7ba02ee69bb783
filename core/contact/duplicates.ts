import { isSameName, nameKey } from '#core/identity/compare-names.ts';
import { CONTACT_FIELDS, type Contact, type ContactFacts, differByMail } from './contact.ts';

/** Two or more contacts that are probably duplicates. */
export type Cluster = readonly [Contact, Contact, ...Contact[]];

/**
 * Finds probable duplicates: contacts of one type with the same ID number, or with the same name (for departments also
 * the same enterprise) and no contradicting phone or ID numbers. Runs in linear time. Clusters and their contacts keep
 * the order of the input.
 */
export function findDuplicates(contacts: readonly Contact[]): Cluster[] {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up;
    return root;
  };
  const join = (one: Contact, other: Contact) => {
    const [a, b] = [rootOf(one.contactId), rootOf(other.contactId)];
    if (a !== b) parent.set(b, a);
  };
  for (const same of groupBy(contacts, ({ type, idType, idNumber }) =>
    idNumber === '' ? '' : `${type} ${idType} ${idNumber}`,
  ))
    for (const one of same.slice(1)) join(same[0]!, one);
  for (const named of groupBy(contacts, ({ type, name, entName }) =>
    type === 'PERSON' ? `${type} ${nameKey(name)}` : `${type} ${nameKey(name)} ${nameKey(entName)}`,
  )) {
    // Per name, group by phone; contacts without a phone join the others only if those have one phone in common.
    for (const same of groupBy(named, ({ phone }) => phone))
      for (const one of same.slice(1)) if (!contradict(same[0]!, one)) join(same[0]!, one);
    const [withPhone] = named.filter(({ phone }) => phone !== '');
    const phones = new Set(named.map(({ phone }) => phone).filter(Boolean));
    const without = named.filter(({ phone }) => phone === '');
    for (const one of without.slice(1)) if (!contradict(without[0]!, one)) join(without[0]!, one);
    if (withPhone && phones.size === 1 && without[0] && !contradict(withPhone, without[0]))
      join(withPhone, without[0]);
  }
  return groupBy(contacts, ({ contactId }) => rootOf(contactId)).flatMap((cluster) =>
    isCluster(cluster) ? [cluster] : [],
  );
}

const isCluster = (contacts: readonly Contact[]): contacts is Cluster => contacts.length > 1;

/** Whether ID numbers or enterprises of two contacts contradict each other, or the addresses of two without a number. */
const contradict = (a: Contact, b: Contact): boolean =>
  differByMail(a, b) ||
  (a.idNumber !== '' && b.idNumber !== '' && a.idNumber !== b.idNumber) ||
  (a.entName !== '' && b.entName !== '' && !isSameName(a.entName, b.entName));

function groupBy(contacts: readonly Contact[], keyOf: (contact: Contact) => string): Contact[][] {
  const groups = new Map<string, Contact[]>();
  for (const contact of contacts) {
    const key = keyOf(contact);
    if (key === '') continue;
    const group = groups.get(key);
    if (group) group.push(contact);
    else groups.set(key, [contact]);
  }
  return [...groups.values()];
}

/** Merges contacts: the facts of `target`, empty ones filled from the others in order; the groups and notes of all. */
export function mergeContacts(
  target: Contact,
  others: readonly Contact[],
): ContactFacts & { groups: readonly string[] } {
  const all = [target, ...others];
  const facts: ContactFacts = { ...target };
  const put = <K extends keyof ContactFacts>(field: K) => {
    facts[field] = all.find((one) => one[field] !== '')?.[field] ?? target[field];
  };
  for (const field of CONTACT_FIELDS) if (field !== 'type') put(field);
  // take the ID type from the contact that has the number
  const withNumber = all.find(({ idNumber }) => idNumber !== '');
  facts.idType = withNumber?.idType ?? '';
  facts.note = [...new Set(all.map(({ note }) => note).filter(Boolean))].join('\n');
  return { ...facts, groups: [...new Set(all.flatMap(({ groups }) => groups))] };
}
