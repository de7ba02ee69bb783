/** Time from an edit in one client to its arrival in another, through PartyKit as the product runs it. */
import { Doc } from 'yjs';
import { claimsFor, enter, type Member, type SyncUnderTest, startSync } from '../../sync/rooms.ts';
import { type BenchReport, median } from '../row.ts';

export const name = 'yjs';

const EDITS = 200;

export async function run(report: BenchReport): Promise<void> {
  const sync = await startSync();
  try {
    for (const clients of [2, 20]) {
      const times = await editsAmong(sync, clients);
      const p95 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
      const row = { unit: 'ms', peer: null, theirs: null };
      report({
        ...row,
        name: `edit seen by the other clients, ${clients} in the room, median`,
        ours: median(times),
      });
      report({ ...row, name: `edit seen by the other clients, ${clients} in the room, p95`, ours: p95 });
    }
    report({
      name: 'entering a room with a document of 1,000 contacts',
      unit: 'ms',
      ours: await entry(sync),
      peer: null,
      theirs: null,
    });
  } finally {
    await sync.stop();
  }
}

/** ms from each of EDITS edits, made in turn by every client, until the last of the others has it. */
async function editsAmong(sync: SyncUnderTest, clients: number): Promise<number[]> {
  const room = `draft:bench-${clients}`;
  const members: Member[] = [];
  for (let i = 0; i < clients; i += 1) members.push(await enter(sync, claimsFor(room, { sub: `u${i}` })));
  await Promise.all(members.map(synced));
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const author = members[edit % clients]!;
    const others = members.filter((member) => member !== author);
    const seen = Promise.all(others.map(({ doc }) => arrival(doc, edit)));
    const began = performance.now();
    author.doc.getMap('draft').set('edit', edit);
    await seen;
    times.push(performance.now() - began);
  }
  for (const { leave } of members) leave();
  return times;
}

function arrival(doc: Doc, edit: number): Promise<void> {
  const map = doc.getMap('draft');
  return new Promise((resolve) => {
    map.observe(function look() {
      if (map.get('edit') !== edit) return;
      map.unobserve(look);
      resolve();
    });
  });
}

function synced({ provider }: Member): Promise<void> {
  if (provider.synced) return Promise.resolve();
  return new Promise((resolve) => {
    provider.once('synced', () => resolve());
  });
}

async function entry(sync: SyncUnderTest): Promise<number> {
  const book = new Doc();
  for (let i = 0; i < 1000; i += 1)
    book.getMap('contacts').set(`c${i}`, { name: `联系人 ${i}`, phone: `1380000${i}` });
  const owner = await enter(sync, claimsFor('contacts:bench'), book);
  await synced(owner);
  const times: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    const began = performance.now();
    const guest = await enter(sync, claimsFor('contacts:bench', { sub: `g${i}`, access: 'read' }));
    await synced(guest);
    times.push(performance.now() - began);
    guest.leave();
  }
  owner.leave();
  return median(times);
}
