import { CONTACT_FIELDS, type Contact, type ContactFacts } from './contact.ts';

/** Contacts that are likely the same, two or more. */
export type Cluster = readonly [Contact, Contact, ...Contact[]];

/**
 * Finds contacts that are likely the same one: of one type, with the same ID number; or with the same name (of a department
 * in the same enterprise), and nobody can tell them apart by different phone numbers or ID numbers. Time grows with the
 * number of contacts. Clusters and their contacts are in the order in which the contacts came.
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
    type === 'PERSON' ? `${type} ${name}` : `${type} ${name} ${entName}`,
  )) {
    // within one name by phone: those without one belong to the first that has no other
    for (const same of groupBy(named, ({ phone }) => phone))
      for (const one of same.slice(1)) if (!contradict(same[0]!, one)) join(same[0]!, one);
    const [whole] = named.filter(({ phone }) => phone !== '');
    const phones = new Set(named.map(({ phone }) => phone).filter(Boolean));
    const without = named.filter(({ phone }) => phone === '');
    for (const one of without.slice(1)) if (!contradict(without[0]!, one)) join(without[0]!, one);
    if (whole && phones.size === 1 && without[0] && !contradict(whole, without[0])) join(whole, without[0]);
  }
  return groupBy(contacts, ({ contactId }) => rootOf(contactId)).flatMap((cluster) =>
    isCluster(cluster) ? [cluster] : [],
  );
}

const isCluster = (contacts: readonly Contact[]): contacts is Cluster => contacts.length > 1;

/** Whether ID numbers, or the enterprises of two people, say that they are not the same. */
const contradict = (a: Contact, b: Contact): boolean =>
  (a.idNumber !== '' && b.idNumber !== '' && a.idNumber !== b.idNumber) ||
  (a.entName !== '' && b.entName !== '' && a.entName !== b.entName);

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

/**
 * What one contact made of several holds: the facts of `kept`, and where it has none those of the others in their order;
 * the groups and the notes of all.
 */
export function mergeContacts(
  kept: Contact,
  others: readonly Contact[],
): ContactFacts & { groups: readonly string[] } {
  const all = [kept, ...others];
  const facts: ContactFacts = { ...kept };
  const put = <K extends keyof ContactFacts>(field: K) => {
    facts[field] = all.find((one) => one[field] !== '')?.[field] ?? kept[field];
  };
  for (const field of CONTACT_FIELDS) if (field !== 'type') put(field);
  // a number belongs to its type
  const withNumber = all.find(({ idNumber }) => idNumber !== '');
  facts.idType = withNumber?.idType ?? '';
  facts.note = [...new Set(all.map(({ note }) => note).filter(Boolean))].join('\n');
  return { ...facts, groups: [...new Set(all.flatMap(({ groups }) => groups))] };
}
