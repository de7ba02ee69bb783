import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Rooms of the edge that a file imports, other than its own. */
const roomsIn = (file: string): string[] => [
  ...new Set([...readFileSync(file, 'utf8').matchAll(/'#edge\/([a-z-]+)\//g)].map(([, room]) => room!)),
];

it('sending a contract knows three other rooms; all else is registered', () => {
  expect(roomsIn('edge/task/send-draft.ts').toSorted()).toEqual(['kernel', 'sending', 'signing']);
});

it('every part of sending is in the list of the worker', () => {
  const worker = readFileSync('edge/worker.ts', 'utf8');
  const list = /const SENDING_PARTS[^[]*\[\] = \[([^\]]*)\]/.exec(worker)?.[1] ?? '';
  const parts = ['approval', 'autosign', 'company', 'credit', 'template'].map(
    (room) => `edge/${room}/sending-part.ts`,
  );
  const exported = [...parts, 'edge/task/sending-parts.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export const (\w+): SendingPart/g)].map(([, name]) => name!),
  );
  expect(
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .toSorted(),
  ).toEqual(exported.toSorted());
});
