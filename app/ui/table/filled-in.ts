/** The fields without those that are '' or undefined, as input of a call. */
export const filledIn = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: Exclude<T[K], '' | undefined>;
  };
