import { eq, sql } from 'drizzle-orm';
import { type KeyPolicy, keyPolicy, STANDARD_KEY_POLICY } from '#core/config/key-policy.ts';
import { type Limits, limitsFrom } from '#core/config/limits.ts';
import { type MenuChanges, menuChange } from '#core/config/menu-changes.ts';
import { STANDARD_OPTION, type SystemOption, systemOption } from '#core/config/system-option.ts';
import { type WatermarkSetting, watermarkSetting } from '#core/config/watermark.ts';
import { AppError } from '#core/errors.ts';
import { OPTIONAL_PROOFS, type OptionalProof } from '#core/task/signer-proofs.ts';
import { setting } from '#db/schema/index.ts';
import { type AuditEntry, auditOf } from '#edge/kernel/audit.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { mayTrust } from '#edge/kernel/trust.ts';

/** Settings of the platform, each stored as JSON in one row of `setting`. */
interface Settings {
  'system-option': SystemOption;
  watermark: WatermarkSetting | null;
  limits: Limits;
  menu: MenuChanges;
  'key-policy': KeyPolicy;
}
export type SettingName = keyof Settings;

// Parse stored values leniently: a value written by an older version must not lock anybody out.
const READERS: { [Name in SettingName]: (stored: unknown) => Settings[Name] } = {
  'system-option': (stored) => {
    const option = { ...STANDARD_OPTION, ...asObject(stored) };
    const parsed = systemOption.safeParse(option);
    return parsed.success ? parsed.data : STANDARD_OPTION;
  },
  watermark: (stored) => {
    const parsed = watermarkSetting.safeParse(stored);
    return parsed.success ? parsed.data : null;
  },
  limits: (stored) => limitsFrom(asObject(stored)),
  // The only setting that fails closed: an unreadable policy must not allow what the platform forbade.
  'key-policy': (stored) => {
    if (stored === undefined) return STANDARD_KEY_POLICY;
    const parsed = keyPolicy.safeParse(stored);
    return parsed.success ? parsed.data : { proofs: ['SMS'], attestedOnly: true, authorities: [] };
  },
  menu: (stored) =>
    Object.fromEntries(
      Object.entries(asObject(stored)).flatMap(([name, change]) => {
        const parsed = menuChange.safeParse(change);
        return parsed.success ? [[name, parsed.data] as const] : [];
      }),
    ),
};

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** How long an isolate usually caches settings, ms: the maximum delay until a change takes effect everywhere. */
const TRUST_MS = 5_000;
/** Cache by database URL, because tests and tools open several databases. */
const known = new Map<string, { settings: Settings; readAt: number }>();

async function readAll(context: Pick<Context, 'db' | 'env' | 'now'>): Promise<Settings> {
  const cached = known.get(context.env.LIBSQL_URL);
  if (cached && mayTrust(cached.readAt, context.now, context.env, TRUST_MS)) return cached.settings;
  const rows = await context.db
    .select()
    .from(setting)
    .where(sql`${setting.name} in ('system-option', 'watermark', 'limits', 'menu', 'key-policy')`);
  const stored = (name: SettingName): unknown => {
    const row = rows.find((one) => one.name === name);
    return row ? (JSON.parse(row.value) as unknown) : undefined;
  };
  const settings: Settings = {
    'system-option': READERS['system-option'](stored('system-option')),
    watermark: READERS.watermark(stored('watermark')),
    limits: READERS.limits(stored('limits')),
    menu: READERS.menu(stored('menu')),
    'key-policy': READERS['key-policy'](stored('key-policy')),
  };
  known.set(context.env.LIBSQL_URL, { settings, readAt: context.now });
  return settings;
}

/** The current value of a setting, cached for a few seconds. */
export const settingInForce = async <Name extends SettingName>(
  context: Pick<Context, 'db' | 'env' | 'now'>,
  name: Name,
): Promise<Settings[Name]> => (await readAll(context))[name];

/** The limits in force ([9.x]); procedures use these instead of the defaults in `LIMITS`. */
export const limitsInForce = (context: Pick<Context, 'db' | 'env' | 'now'>): Promise<Limits> =>
  settingInForce(context, 'limits');

/** Proofs that nobody may ask a signer for now: switched off by the platform, or without the service that they need. */
export async function proofsOff(context: Pick<Context, 'db' | 'env' | 'now'>): Promise<OptionalProof[]> {
  const { proofsOff: off } = await settingInForce(context, 'system-option');
  const { FACE_URL, MAIL_URL, SMTP_URL, SIGNET_MODE } = context.env;
  const isSimulated = SIGNET_MODE !== 'pro';
  const lacks = (proof: OptionalProof) =>
    !isSimulated && ((proof === 'FACE' && !FACE_URL) || (proof === 'MAIL' && !MAIL_URL && !SMTP_URL));
  return OPTIONAL_PROOFS.filter((proof) => off.includes(proof) || lacks(proof));
}

/** Reads a setting without the cache. `version` is the time of its last change; 0 if it was never changed. */
export async function readSetting<Name extends SettingName>(
  context: Pick<Context, 'db'>,
  name: Name,
): Promise<{ value: Settings[Name]; version: number }> {
  const [row] = await context.db.select().from(setting).where(eq(setting.name, name));
  return {
    value: READERS[name](row ? JSON.parse(row.value) : undefined),
    version: row?.updatedAt ?? 0,
  };
}

/** Stores a setting and its audit entry. Throws CONFLICT if it was changed since `version`. Returns the new version. */
export async function writeSetting<Name extends SettingName>(
  context: SignedInContext,
  name: Name,
  { value, version }: { value: Settings[Name]; version: number },
  audited: Pick<AuditEntry, 'action' | 'remark'>,
): Promise<{ version: number }> {
  const next = Math.max(context.now, version + 1);
  const unchanged =
    version === 0
      ? sql`select 1 where not exists (select 1 from ${setting} where ${setting.name} = ${name})`
      : sql`select 1 from ${setting} where ${setting.name} = ${name} and ${setting.updatedAt} = ${version}`;
  await commit(
    context,
    [unchanged],
    [
      context.db
        .insert(setting)
        .values({ name, value: JSON.stringify(value), updatedAt: next })
        .onConflictDoUpdate({
          target: setting.name,
          set: { value: JSON.stringify(value), updatedAt: next },
        }),
      auditOf(context, { ...audited, targetKind: 'SYSTEM', targetId: name }),
    ],
    new AppError('CONFLICT'),
  );
  known.delete(context.env.LIBSQL_URL);
  return { version: next };
}
