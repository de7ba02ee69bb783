/**
 * Comment threads: in the map `threads` of the room by key, each a map with its messages as an array, so that
 * concurrent answers are all kept. The commented text carries the mark `comment` with the key.
 */
import * as Y from 'yjs';
import { newKey } from '../../../parts/room/new-key.ts';

export interface Message {
  key: string;
  /** Account and name of who wrote it. */
  by: string;
  name: string;
  text: string;
  /** Epoch ms. */
  at: number;
  /** Accounts that are named in it. */
  mentions: string[];
}
export interface Thread {
  key: string;
  resolved: boolean;
  messages: Message[];
}

const threadsOf = (doc: Y.Doc) => doc.getMap<Y.Map<unknown>>('threads');

export function readThreads(doc: Y.Doc): Thread[] {
  return [...threadsOf(doc).entries()]
    .map(([key, thread]) => ({
      key,
      resolved: thread.get('resolved') === true,
      messages: (thread.get('messages') as Y.Array<Message> | undefined)?.toArray() ?? [],
    }))
    .sort((a, b) => (a.messages[0]?.at ?? 0) - (b.messages[0]?.at ?? 0));
}

type NewMessage = Omit<Message, 'key'>;

/** Starts a thread. Returns its key, for the mark in the text. */
export function startThread(doc: Y.Doc, said: NewMessage): string {
  const key = newKey();
  doc.transact(() => {
    const thread = threadsOf(doc).set(key, new Y.Map<unknown>());
    thread.set('messages', Y.Array.from([{ key: newKey(), ...said }]));
  });
  return key;
}

/** Answers in a thread, which reopens it. */
export function answerThread(doc: Y.Doc, key: string, said: NewMessage): void {
  const thread = threadsOf(doc).get(key);
  if (!thread) return;
  doc.transact(() => {
    (thread.get('messages') as Y.Array<Message>).push([{ key: newKey(), ...said }]);
    thread.delete('resolved');
  });
}

export function resolveThread(doc: Y.Doc, key: string, resolved: boolean): void {
  const thread = threadsOf(doc).get(key);
  if (resolved) thread?.set('resolved', true);
  else thread?.delete('resolved');
}

export const removeThread = (doc: Y.Doc, key: string): void => threadsOf(doc).delete(key);

/** The people mentioned in a text by @ and their name; of names with a common prefix the longest match counts. */
export function mentionsIn(text: string, people: readonly { id: string; name: string }[]): string[] {
  const named = new Set<string>();
  for (const rest of text.split('@').slice(1)) {
    const fitting = people.map(({ name }) => name).filter((name) => name !== '' && rest.startsWith(name));
    const longest = fitting.sort((a, b) => b.length - a.length)[0];
    if (longest !== undefined) named.add(longest);
  }
  return people.filter(({ name }) => named.has(name)).map(({ id }) => id);
}

/** Own messages with mentions that were not confirmed as notified yet. */
export const untoldOf = (doc: Y.Doc, threads: readonly Thread[], me: string): Message[] => {
  const told = doc.getMap('told');
  return threads
    .flatMap(({ messages }) => messages)
    .filter(({ key, by, mentions }) => by === me && mentions.length > 0 && !told.has(key));
};

/** Records that the people mentioned in a message were notified. */
export const markNotified = (doc: Y.Doc, message: string): void => void doc.getMap('told').set(message, true);
