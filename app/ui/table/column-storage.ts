import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { getSession, setSession } from '../../session/session-store.ts';

/** Stores the chosen columns per user and table: a table code with a list of fields ([3.25a]). */
export type ColumnStorage = {
  load: (tableCode: string) => string[] | undefined | Promise<string[] | undefined>;
  save: (tableCode: string, fields: string[]) => void | Promise<void>;
};

const keyOf = () => `sass_columns_${getSession().loginUser?.userId ?? ''}`;

function readAll(): Record<string, string[]> {
  try {
    return JSON.parse(window.localStorage.getItem(keyOf()) ?? '{}');
  } catch {
    return {};
  }
}

/** Stores them in this browser, one record per user. */
export const localColumnStorage: ColumnStorage = {
  load: (code) => getSession().tableColsObj?.[code] ?? readAll()[code],
  save(code, fields) {
    const all = { ...readAll(), [code]: fields };
    window.localStorage.setItem(keyOf(), JSON.stringify(all));
    setSession({ tableColsObj: all });
  },
};

export const ColumnStorageContext = createContext<ColumnStorage>(localColumnStorage);

/** The columns chosen for a table, undefined if the user has not chosen any, and a setter. */
export function useChosenColumns(
  code: string,
): [string[] | undefined, (fields: string[] | undefined) => void] {
  const storage = useContext(ColumnStorageContext);
  const [fields, setFields] = useState<string[]>();
  useEffect(() => {
    let current = true;
    Promise.resolve(storage.load(code)).then(
      (found) => current && setFields(found?.length ? found : undefined),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [storage, code]);
  const choose = useCallback(
    (next: string[] | undefined) => {
      setFields(next);
      storage.save(code, next ?? []);
    },
    [storage, code],
  );
  return [fields, choose];
}
