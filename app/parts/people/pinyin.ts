import { useEffect, useState } from 'react';
import type { Contact } from '#core/contact/contact.ts';
import type { Readings } from '#core/contact/match-name.ts';
import { prepareSearch, type ReadName } from '#core/contact/search.ts';

const HAN = /\p{Script=Han}/u;
const characters = new Map<string, readonly string[]>();
const names = new Map<string, Readings | null>();
let loading: Promise<ReadName> | undefined;

/** Loads the readings of Chinese characters: a large table, loaded on the first search by name. */
function loadReadings(): Promise<ReadName> {
  loading ??= import('pinyin-pro').then(({ pinyin }) => {
    const readingsOf = (character: string): readonly string[] => {
      let known = characters.get(character);
      if (!known) {
        known = HAN.test(character)
          ? pinyin(character, { toneType: 'none', type: 'array', multiple: true, v: true })
          : [character.toLowerCase()];
        characters.set(character, known);
      }
      return known;
    };
    return (name) => {
      let known = names.get(name);
      if (known === undefined) {
        known = HAN.test(name) ? [...name].filter((one) => one.trim() !== '').map(readingsOf) : null;
        names.set(name, known);
      }
      return known;
    };
  });
  return loading;
}

const NONE: ReadName = () => null;

/** Readings of names for a search. Until they are loaded, or if loading fails, names match only as written. */
export function useReadings(): ReadName {
  const [read, setRead] = useState<{ name: ReadName }>({ name: NONE });
  useEffect(() => {
    let left = false;
    loadReadings().then(
      (name) => left || setRead({ name }),
      () => {
        loading = undefined;
      },
    );
    return () => {
      left = true;
    };
  }, []);
  return read.name;
}

/** Part of a frame that preparing may take, ms. */
const SLICE_MS = 8;

/** Prepares searches among contacts while the page has nothing else to do, so that the first key finds them ready. */
export function usePreparedSearch(contacts: readonly Contact[], read: ReadName): void {
  useEffect(() => {
    if (read === NONE) return;
    const steps = prepareSearch(contacts, read);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) if (steps.next().done) return;
      timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [contacts, read]);
}
