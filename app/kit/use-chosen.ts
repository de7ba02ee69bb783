import { useEffect, useState } from 'react';

/** The selected rows, across pages; they are replaced by their current versions when rows are refetched. */
export function useChosen<R>(rows: readonly R[] | undefined, keyOf: (row: R) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, R>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `keyOf` returns the same keys as the old one
  useEffect(() => {
    setChosen((old) => {
      const known = new Map(rows?.map((row) => [keyOf(row), row]));
      return [...old.keys()].some((key) => known.has(key))
        ? new Map([...old].map(([key, row]) => [key, known.get(key) ?? row]))
        : old;
    });
  }, [rows]);
  return {
    chosen: [...chosen.values()],
    keys: new Set(chosen.keys()),
    choose: (keys: ReadonlySet<string>) => {
      const known = new Map([...chosen, ...(rows ?? []).map((row) => [keyOf(row), row] as const)]);
      setChosen(new Map([...known].filter(([key]) => keys.has(key))));
    },
    /** Deselects these rows. */
    leave: (some: readonly R[]) => {
      const gone = new Set(some.map(keyOf));
      setChosen((old) => new Map([...old].filter(([key]) => !gone.has(key))));
    },
  };
}
