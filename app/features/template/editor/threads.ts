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

/** The people of a list whose names stand in a text behind an @. */
export const mentionsIn = (text: string, people: readonly { id: string; name: string }[]): string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
