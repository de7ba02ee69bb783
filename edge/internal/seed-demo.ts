import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { Drawing } from '#core/drawing.ts';
import type { seed as call } from '#core/internal/calls.ts';
import type { GrantLevel, SealCategory } from '#core/seal/states.ts';
import { textsOfDesign } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { drawNameSeal } from '#core/sealart/name-seal.ts';
import { presetDesign, type SealPreset } from '#core/sealart/presets.ts';
import {
  account,
  creditLot,
  enterprise,
  member,
  orderPackage,
  seal,
  sealGrant,
  setting,
} from '#db/schema/index.ts';
import { DEMO, type DemoAccount, type DemoEnterprise } from '#db/seed/demo.ts';
import { grantCredits } from '#edge/credit/ledger.ts';
import { sealIdentity } from '#edge/identity/names.ts';
import { type Context, enterpriseKey, personKey } from '#edge/kernel/context.ts';
import { hashPassword } from '#edge/kernel/crypto/passwords.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { certificateFor, issueFor } from '#edge/pki/authority.ts';
import { seedTemplates } from './seed-templates.ts';

const DONE = 'demo-seeded';

/** Creates the demo data: accounts, enterprises, seals with certificates. Idempotent. */
export async function seedDemo(context: Context): Promise<OutputOf<typeof call>> {
  const answer = {
    accounts: DEMO.accounts.map((a) => ({
      account: a.loginName,
      name: a.realName,
      enterprise: DEMO.enterprises.find((e) => e.id === a.enterprise)?.name ?? '',
    })),
    password: DEMO.password,
    signPassword: DEMO.signPassword,
  };
  const [done] = await context.db.select().from(setting).where(eq(setting.name, DONE));
  if (done) return answer;
  const [passwordHash, signPasswordHash] = await Promise.all([
    hashPassword(DEMO.password),
    hashPassword(DEMO.signPassword),
  ]);
  for (const demo of DEMO.accounts) await seedAccount(context, demo, passwordHash, signPasswordHash);
  for (const demo of DEMO.enterprises) {
    await seedEnterprise(context, demo);
    await seedTemplates(context, demo);
  }
  for (const demo of DEMO.accounts) await seedMember(context, demo);
  await seedPackages(context);
  await context.db
    .insert(setting)
    .values({ name: DONE, value: '1', updatedAt: context.now })
    .onConflictDoNothing();
  return answer;
}

async function seedAccount(
  context: Context,
  demo: DemoAccount,
  passwordHash: string,
  signPasswordHash: string,
) {
  await context.db
    .insert(account)
    .values({
      id: demo.id,
      ...(await sealIdentity(context, demo.id, demo)),
      ownerType: demo.ownerType,
      personalAuthStatus: 'AUTH',
      passwordHash,
      signPasswordHash,
      platformAdmin: demo.platformAdmin ?? false,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  const texts = [{ font: 'KAI' as const, text: demo.sealName }];
  const drawing = drawNameSeal(
    {
      name: demo.sealName,
      suffix: '',
      size: '18x18',
      font: 'KAI',
      colour: '#d9001b',
      opacity: 1,
      framed: true,
    },
    await loadGlyphs(context, texts),
  );
  const subject = {
    ownerKey: personKey(demo.id),
    purpose: 'PERSON' as const,
    organization: '',
    commonName: demo.realName,
  };
  const { id: certificateId } = await certificateFor(context, subject, 'RSA');
  await seedSeal(
    context,
    `${demo.id}s`,
    personKey(demo.id),
    demo.sealName,
    'PERSONAL',
    drawing,
    certificateId,
    demo.id,
  );
}

async function seedEnterprise(context: Context, demo: DemoEnterprise) {
  await context.db
    .insert(enterprise)
    .values({
      id: demo.id,
      name: demo.name,
      creditCode: demo.creditCode,
      ownerType: demo.ownerType,
      authStatus: 'AUTH',
      businessStatus: 'ENABLE',
      isBiz: true,
      administratorId: demo.administrator,
      createdAt: context.now,
    })
    .onConflictDoNothing();
  await seedCredits(context, demo.id);
  const seals: [suffix: string, preset: SealPreset, name: string][] = [
    ['a', 'ENTERPRISE_42', '公章'],
    ['b', 'CONTRACT_40', '合同专用章'],
  ];
  for (const [suffix, preset, name] of seals) {
    const id = `${demo.id}${suffix}`;
    const [known] = await context.db.select({ id: seal.id }).from(seal).where(eq(seal.id, id));
    if (known) continue;
    const design = presetDesign(preset, { name: demo.name, seed: demo.id });
    const drawing = drawSeal(design, await loadGlyphs(context, textsOfDesign(design)));
    const subject = {
      ownerKey: enterpriseKey(demo.id),
      purpose: 'SEAL' as const,
      organization: demo.name,
      commonName: `${demo.name} ${name}`,
    };
    const { id: certificateId } = await issueFor(context, subject, 'RSA');
    await seedSeal(
      context,
      id,
      enterpriseKey(demo.id),
      name,
      'ENTERPRISE',
      drawing,
      certificateId,
      demo.administrator,
    );
  }
}

/** Demo packages, to be paid at the simulated provider. */
async function seedPackages({ db, now }: Context) {
  for (const { id, form } of DEMO.packages)
    await db
      .insert(orderPackage)
      .values({ packageId: id, version: 1, ...form, onSale: true, current: true, createdAt: now })
      .onConflictDoNothing();
}

/** Demo copies, granted once. */
async function seedCredits(context: Context, enterpriseId: string) {
  const known = await context.db
    .select({ id: creditLot.id })
    .from(creditLot)
    .where(eq(creditLot.enterpriseId, enterpriseId))
    .limit(1);
  if (known.length > 0) return;
  const lot = { enterpriseId, source: 'GIFT', quantity: 10_000, expiresAt: null } as const;
  await commit(context, [], grantCredits(context, lot));
}

async function seedSeal(
  context: Context,
  id: string,
  ownerKey: string,
  name: string,
  category: SealCategory,
  drawing: Drawing,
  certificateId: string,
  creatorId: string,
) {
  await context.db
    .insert(seal)
    .values({
      id,
      ownerKey,
      name,
      category,
      shape: category === 'ENTERPRISE' ? 'CIRCLE' : 'RECTANGLE',
      widthMm: drawing.widthMm,
      heightMm: drawing.heightMm,
      drawing,
      certificateId,
      certificateStatus: 'SUCCESS',
      creatorId,
      createdAt: context.now,
    })
    .onConflictDoNothing();
}

/** Roles whose members may use the demo enterprise's seals. */
const STAMPERS: readonly string[] = [
  'ENT_ADMIN',
  'BUSINESS_ADMIN',
  'SEAL_ADMIN',
  'SEAL_OPERATOR',
  'SIGN_OPERATOR',
];

async function seedMember(context: Context, demo: DemoAccount) {
  if (!demo.enterprise) return;
  const level: GrantLevel = demo.roles?.some((role) => role === 'ENT_ADMIN' || role === 'SEAL_ADMIN')
    ? 'EDITABLE'
    : 'VIEWABLE';
  if (demo.roles?.some((role) => STAMPERS.includes(role))) {
    const grant = { accountId: demo.id, level, grantedBy: demo.id, grantedAt: context.now };
    await context.db
      .insert(sealGrant)
      .values(['a', 'b'].map((suffix) => ({ ...grant, sealId: `${demo.enterprise}${suffix}` })))
      .onConflictDoNothing();
  }
  await context.db
    .insert(member)
    .values({
      id: `${demo.id}m`,
      enterpriseId: demo.enterprise,
      accountId: demo.id,
      roles: demo.roles ?? [],
      businessTypes: null,
      joinedAt: context.now,
    })
    .onConflictDoNothing();
}
