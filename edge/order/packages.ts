import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { listOffers as offersCall } from '#core/order/calls.ts';
import { isFor } from '#core/order/packages.ts';
import type {
  listPackages as listCall,
  savePackage as saveCall,
  switchPackage as switchCall,
} from '#core/order/platform-calls.ts';
import { orderPackage } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { paymentProvidersOffered } from '#edge/payment/providers.ts';
import { enterprisesOf } from './orders.ts';

type Package = typeof orderPackage.$inferSelect;

/**
 * Packages that an enterprise may buy, cheapest first within each kind of goods. Empty if the identity has no
 * enterprise.
 */
export async function listOffers(
  { entId }: ParsedInputOf<typeof offersCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof offersCall>> {
  const enterprises = await enterprisesOf(context, context.actor);
  const buyer = entId ? enterprises.find(({ id }) => id === entId) : enterprises[0];
  if (entId && !buyer) throw new AppError('NOT_FOUND');
  const rows = await context.db
    .select()
    .from(orderPackage)
    .where(and(eq(orderPackage.current, true), eq(orderPackage.onSale, true)))
    .orderBy(asc(orderPackage.goods), asc(orderPackage.priceFen));
  return {
    enterprises: enterprises.map(({ id, name }) => ({ entId: id, entName: name })),
    entId: buyer?.id ?? '',
    offers: rows
      .filter(({ audience }) => buyer !== undefined && isFor(audience, buyer))
      .map(({ packageId, version, goods, name, quantity, priceFen, validDays }) => ({
        packageId,
        version,
        goods,
        name,
        quantity,
        priceFen,
        validDays,
      })),
    methods: paymentProvidersOffered(context),
    paymentMinutes: (await limitsInForce(context)).paymentMinutes,
  };
}

export async function listPackages(
  input: ParsedInputOf<typeof listCall>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const where = input.packageId
    ? eq(orderPackage.packageId, input.packageId)
    : and(eq(orderPackage.current, true), containsIf(orderPackage.name, input.name));
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(orderPackage)
      .where(where)
      .orderBy(
        ...(input.packageId
          ? [desc(orderPackage.version)]
          : [desc(orderPackage.onSale), asc(orderPackage.goods), asc(orderPackage.priceFen)]),
      ),
    db.select({ n: count() }).from(orderPackage).where(where),
  );
  return {
    records: rows.map(({ createdAt, createdBy, current: _, ...row }) => ({
      ...row,
      createTime: createdAt,
      operator: createdBy,
    })),
    ...page,
  };
}

/**
 * Adds a package, which is on sale at once, or a new version of one. Throws NOT_FOUND, PACKAGE_CHANGED if another
 * version is current.
 */
export async function savePackage(
  { packageId, version: seen, form }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const { actor, now } = context;
  const before = packageId === undefined ? null : await readPackage(context, packageId);
  if (before && before.version !== seen) throw new AppError('PACKAGE_CHANGED');
  const row: Package = {
    packageId: packageId ?? context.newId(),
    version: (before?.version ?? 0) + 1,
    ...form,
    // Shipped goods do not expire.
    validDays: form.goods === 'COPIES' ? form.validDays : null,
    onSale: before?.onSale ?? true,
    current: true,
    createdBy: actor.name,
    createdAt: now,
  };
  await addVersion(context, before, row);
  return { packageId: row.packageId, version: row.version };
}

/** Starts or ends the sale of a package. Creates a version too, so that the history shows when it was on sale. */
export async function switchPackage(
  { packageId, version, onSale }: ParsedInputOf<typeof switchCall>,
  context: SignedInContext,
): Promise<null> {
  const before = await readPackage(context, packageId);
  if (before.version !== version) throw new AppError('PACKAGE_CHANGED');
  if (before.onSale === onSale) return null;
  await addVersion(context, before, {
    ...before,
    version: version + 1,
    onSale,
    createdBy: context.actor.name,
    createdAt: context.now,
  });
  return null;
}

async function addVersion(context: SignedInContext, before: Package | null, row: Package): Promise<void> {
  const { db } = context;
  const old = and(eq(orderPackage.packageId, row.packageId), eq(orderPackage.current, true));
  try {
    await commit(
      context,
      before
        ? [
            sql`select 1 from ${orderPackage} where ${orderPackage.packageId} = ${row.packageId} and ${orderPackage.version} = ${before.version} and ${orderPackage.current} = 1`,
          ]
        : [],
      [
        db.update(orderPackage).set({ current: false }).where(old),
        db.insert(orderPackage).values(row),
        auditOf(context, {
          action: 'PACKAGE_CHANGED',
          targetKind: 'SYSTEM',
          targetId: row.packageId,
          targetName: row.name,
          remark: `${row.version}: ${row.quantity} × ${row.goods}, ${row.priceFen}, ${row.validDays ?? '—'}, ${row.audience}, ${row.onSale ? 'on' : 'off'}`,
        }),
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed || isUniqueError(error)) throw new AppError('PACKAGE_CHANGED');
    throw error;
  }
}

/** Reads the current version of a package. Throws NOT_FOUND. */
export async function readPackage({ db }: Pick<SignedInContext, 'db'>, packageId: string): Promise<Package> {
  const [row] = await db
    .select()
    .from(orderPackage)
    .where(and(eq(orderPackage.packageId, packageId), eq(orderPackage.current, true)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}
