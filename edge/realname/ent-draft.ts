import type { z } from 'zod';
import {
  type BankForm,
  bankForm,
  type CertForm,
  certForm,
  type EntDraft,
  entDraft,
  type LegalForm,
  legalForm,
  type UnitForm,
  unitForm,
} from '#core/realname/enterprise-form.ts';
import { UNIT_PHOTOS } from '#core/realname/photos.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { openFields, sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import type { ApplicationRow } from './applications.ts';
import { ownPhotos } from './photos.ts';

/** Personal fields of each part of a draft, which are encrypted one by one. */
const SECRET = { legal: ['legalName', 'legalIdNumber'], bank: ['bankAccount'] } as const;

/** Converts a draft to the columns of its row, with personal fields encrypted. */
export async function keepDraft(
  context: Context,
  rowId: string,
  draft: EntDraft,
): Promise<Pick<ApplicationRow, 'fields' | 'sealed' | 'name'>> {
  const open: Record<string, unknown> = { ...draft, legal: { ...draft.legal }, bank: { ...draft.bank } };
  const secret: Record<string, string> = {};
  for (const [part, names] of Object.entries(SECRET) as [keyof typeof SECRET, readonly string[]][])
    for (const name of names) {
      const value = draft[part][name];
      if (value !== undefined) secret[name] = value;
      delete (open[part] as Record<string, string>)[name];
    }
  return {
    fields: open,
    sealed: await sealFields(context, rowId, secret),
    name: (draft.unit.entName || draft.unit.entNameEn || '').slice(0, 100),
  };
}

/** Reads the complete draft of a row, with personal fields decrypted. */
export async function readDraft(context: Context, row: ApplicationRow): Promise<EntDraft> {
  const draft = entDraft.parse(row.fields);
  const values = await openFields(context, row.id, row.sealed);
  for (const [part, names] of Object.entries(SECRET) as [keyof typeof SECRET, readonly string[]][])
    for (const name of names) if (values[name] !== undefined) draft[part][name] = values[name];
  return draft;
}

/** The validated parts of a submitted draft. */
export interface Claim {
  unit: UnitForm;
  legal: LegalForm;
  /** Only if money is transferred for verification. */
  bank: BankForm | null;
  /** Only for a re-certification. */
  cert: CertForm | null;
  photos: string[];
}

/**
 * Validates a complete draft. Throws InputRefused with the paths of invalid fields (`unit.phone`), PICTURE_MISSING if a
 * picture is missing, of another kind or not the actor's.
 */
export async function judgeDraft(
  context: SignedInContext,
  draft: EntDraft,
  ask: { bank: boolean; cert: boolean },
): Promise<Claim> {
  const today = new Date(context.now).toISOString().slice(0, 10);
  const problems: { path: string; problem: string }[] = [];
  const judge = <T>(part: string, schema: z.ZodType<T>, value: unknown): T | null => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      problems.push({ path: [part, ...issue.path].join('.'), problem: problemOf(issue) });
    return null;
  };
  const unit = judge('unit', unitForm, draft.unit);
  const legal = judge('legal', legalForm(today), draft.legal);
  const bank = ask.bank ? judge('bank', bankForm, draft.bank) : null;
  const cert = ask.cert ? judge('cert', certForm, draft.cert) : null;
  if (problems.length > 0 || !unit || !legal) throw new InputRefused(problems);
  const photos = [unit.licence, legal.legalFront, legal.legalBack];
  await ownPhotos(context, photos, UNIT_PHOTOS);
  return { unit, legal, bank, cert, photos };
}

/** The message key that the rule specifies, or else the code of the issue. */
const problemOf = (issue: z.core.$ZodIssue): string =>
  /^[a-z]+:[\w.]+$/.test(issue.message) ? issue.message : issue.code;

/** Throws INPUT_INVALID for a field of a draft. */
export const refuseField = (path: string, problem: string): never => {
  throw new InputRefused([{ path, problem }]);
};
