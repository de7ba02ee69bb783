import { useEffect, useState } from 'react';
import type { Readings } from '#core/contact/match-name.ts';
import type { ReadName } from '#core/contact/search.ts';

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
