import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listOffers, type Offer, placeOrder, shipTo } from '#core/order/calls.ts';
import { MOST_PACKAGES } from '#core/order/packages.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { queryOf } from '../../query.ts';
import type { FormState } from '../../ui/form.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './order.module.css';
import { PayDialog } from './pay-dialog.tsx';
import { useMoney } from './use-money.ts';

/** Purchase of a package: choose, confirm, pay. */
export function BuyFlow({ onClose }: { onClose: () => void }) {
  const [placed, setPlaced] = useState<string>();
  if (placed) return <PayDialog orderId={placed} onClose={onClose} />;
  return <BuyDialog onPlaced={setPlaced} onClose={onClose} />;
}

type Values = { entId: string; offer: string; count: number; shipTo?: z.output<typeof shipTo> };

const keyOf = ({ packageId, version }: Offer) => `${packageId}:${version}`;

function BuyDialog({ onPlaced, onClose }: { onPlaced: (orderId: string) => void; onClose: () => void }) {
  const { t } = useTranslation('order');
  const [entId, setEntId] = useState('');
  const query = useQuery(queryOf(listOffers, entId ? { entId } : {}));
  const offers = query.data?.offers ?? [];
  const enterprises = query.data?.enterprises ?? [];
  const ships = (offer: string) => offers.find((one) => keyOf(one) === offer)?.goods === 'UKEY';
  const rules = z
    .object({
      // An offer that was withdrawn or changed meanwhile must be chosen again.
      offer: z
        .string()
        .min(1)
        .refine((offer) => offers.some((one) => keyOf(one) === offer), {
          message: 'order:buy.choose',
          params: { problem: 'order:buy.choose' },
        }),
      count: z.number().int().min(1).max(MOST_PACKAGES),
      shipTo: z.any(),
    })
    .transform((values, context): Values => {
      const chosen = { entId: query.data?.entId ?? '', offer: values.offer, count: values.count };
      if (!ships(values.offer)) return chosen;
      const where = shipTo.safeParse(values.shipTo ?? {});
      if (where.success) return { ...chosen, shipTo: where.data };
      for (const issue of where.error.issues)
        context.addIssue({ ...issue, path: ['shipTo', ...issue.path] } as never);
      return z.NEVER;
    });
  let placed = false;
  return (
    <FormDialog<Values, { orderId: string }>
      title={t('buy.title')}
      submit={t('buy.submit')}
      initial={{ offer: '', count: 1, shipTo: { receiver: '', mobile: '', address: '' } }}
      rules={rules}
      buttons={{ save: offers.length > 0, cancel: true }}
      needs={{ ready: query.data !== undefined, error: query.error, again: () => void query.refetch() }}
      failed={t('failed.order')}
      save={({ entId: buyer, offer, count, shipTo: where }) => {
        const [packageId = '', version = ''] = offer.split(':');
        return call(placeOrder, {
          entId: buyer,
          packageId,
          version: Number(version),
          count,
          ...(where ? { shipTo: where } : {}),
        });
      }}
      onSaved={(_values, { orderId }) => {
        placed = true;
        onPlaced(orderId);
      }}
      // After placing the order, the pay dialog replaces this one.
      onClose={() => placed || onClose()}
      calls={[placeOrder]}
      onSettled={() => query.refetch()}
    >
      {(form) =>
        enterprises.length === 0 ? (
          <Notice tone="info">{t('buy.nobody')}</Notice>
        ) : (
          <>
            {enterprises.length > 1 && (
              <Select
                label={t('buy.enterprise')}
                value={query.data?.entId ?? ''}
                onChange={setEntId}
                options={enterprises.map((one) => ({ value: one.entId, label: one.entName }))}
              />
            )}
            {offers.length === 0 ? (
              <Notice tone="info">{t('buy.none')}</Notice>
            ) : (
              <Choice form={form} offers={offers} />
            )}
          </>
        )
      }
    </FormDialog>
  );
}

function Choice({ form, offers }: { form: FormState; offers: readonly Offer[] }) {
  const { t } = useTranslation('order');
  const money = useMoney();
  const chosen = offers.find((one) => keyOf(one) === form.values.offer);
  const count = typeof form.values.count === 'number' ? form.values.count : 0;
  const term = ({ goods, validDays }: Offer) =>
    goods === 'UKEY'
      ? t('buy.shipped')
      : validDays === null
        ? t('buy.noTerm')
        : t('buy.term', { n: validDays });
  return (
    <>
      <RadioGroup
        name="offer"
        label={t('buy.offer')}
        required
        column
        options={offers.map((one) => ({
          value: keyOf(one),
          label: `${one.name} · ${t(`quantity.${one.goods}`, { n: one.quantity })}`,
          hint: `${money(one.priceFen)} · ${term(one)}`,
        }))}
      />
      <NumberField name="count" label={t('buy.count')} required min={1} max={MOST_PACKAGES} />
      {chosen?.goods === 'UKEY' && (
        <>
          <TextField name="shipTo.receiver" label={t('ship.receiver')} required maxLength={50} />
          <MobileField name="shipTo.mobile" label={t('ship.mobile')} required />
          <TextField name="shipTo.address" label={t('ship.address')} required maxLength={200} />
        </>
      )}
      <p className={style.total} aria-live="polite">
        <span>
          {chosen ? t(`quantity.${chosen.goods}`, { n: chosen.quantity * count }) : t('buy.choose')}
        </span>
        <strong>{chosen ? money(chosen.priceFen * count) : '—'}</strong>
      </p>
    </>
  );
}
