/**
 * Threads of comments: in the map `threads` of the room by their key, each a map with its messages as an array, so that
 * answers given at once are all kept. What a thread is about carries the mark `comment` with its key.
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

type Said = Omit<Message, 'key'>;

/** Begins a thread. Returns its key, which the mark in the text takes. */
export function startThread(doc: Y.Doc, said: Said): string {
  const key = newKey();
  doc.transact(() => {
    const thread = threadsOf(doc).set(key, new Y.Map<unknown>());
    thread.set('messages', Y.Array.from([{ key: newKey(), ...said }]));
  });
  return key;
}

/** Answers in a thread, which opens it again. */
export function answerThread(doc: Y.Doc, key: string, said: Said): void {
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

/** The people of a list whose names stand in a text behind an @; of names that begin alike the longest counts. */
export function mentionsIn(text: string, people: readonly { id: string; name: string }[]): string[] {
  const named = new Set<string>();
  for (const rest of text.split('@').slice(1)) {
    const fitting = people.map(({ name }) => name).filter((name) => name !== '' && rest.startsWith(name));
    const longest = fitting.sort((a, b) => b.length - a.length)[0];
    if (longest !== undefined) named.add(longest);
  }
  return people.filter(({ name }) => named.has(name)).map(({ id }) => id);
}

/** Own messages that name somebody of whom it is not known yet whether they were told. */
export const untoldOf = (doc: Y.Doc, threads: readonly Thread[], me: string): Message[] => {
  const told = doc.getMap('told');
  return threads
    .flatMap(({ messages }) => messages)
    .filter(({ key, by, mentions }) => by === me && mentions.length > 0 && !told.has(key));
};

/** Notes that those whom a message names were told. */
export const markTold = (doc: Y.Doc, message: string): void => void doc.getMap('told').set(message, true);
