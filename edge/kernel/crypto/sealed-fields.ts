import type { Context } from '#edge/kernel/context.ts';

/** Encrypts each value separately, bound to its field name and row. */
export async function sealFields(
  context: Pick<Context, 'keys'>,
  rowId: string,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const sealed = Object.entries(values).map(
    async ([name, value]) => [name, await context.keys.sealField(value, `${name}:${rowId}`)] as const,
  );
  return Object.fromEntries(await Promise.all(sealed));
}

/** Decrypts all values. */
export async function openFields(
  context: Pick<Context, 'keys'>,
  rowId: string,
  sealed: Record<string, string>,
): Promise<Record<string, string>> {
  const opened = Object.entries(sealed).map(
    async ([name, value]) => [name, await context.keys.openField(value, `${name}:${rowId}`)] as const,
  );
  return Object.fromEntries(await Promise.all(opened));
}
